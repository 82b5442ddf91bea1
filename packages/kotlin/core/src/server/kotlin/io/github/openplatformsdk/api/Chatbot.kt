// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import java.io.InputStream
import java.nio.file.Path
import kotlin.time.Duration

/** Calls of the chatbot that need only the API key. From `OpenPlatform.chatbot`. */
public class Chatbot internal constructor(private val native: Platform) {
    /**
     * Sends a message into a conversation that a user started with the bot.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent =
        traced("chatbot.reply") { translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) } }

    /** Like the other [reply], but takes a text, and builds the buttons in a block. */
    public suspend fun reply(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = reply(conversation, botMessage(text, buttons), timeout)

    /**
     * Creates a token for one upload of a picture, video, voice or file. `uploadImage`, `uploadVideo`, `uploadVoice`
     * and `uploadFile` create it themselves.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun createUploadToken(timeout: Duration? = null): ChatUploadToken =
        traced("chatbot.create_upload_token") { translated { native.chatbotCreateUploadToken(options(timeout)) } }

    /**
     * Uploads a picture for a chat: JPEG or PNG, at most 5,000,000 bytes. A message, of the chatbot or of a user, names
     * it by the `mediaToken` of the result.
     *
     * The call creates an upload token first, and sends the picture with it to the upload host of chats, which gets no
     * other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
     * both requests.
     *
     * The picture is never sent twice. After an [AmbiguousOutcomeException] it can be uploaded again: no message names
     * the first one.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large, of another format or
     *   truncated, or that changes while it is read.
     * @throws UnauthorizedException if the upload token is no longer valid: call again, each call creates a new one.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadImage(
        image: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_image") { translated { native.chatbotUploadImage(source(image, onProgress), options(timeout)) } }

    /** Like the other [uploadImage], with an image in memory. */
    public suspend fun uploadImage(
        image: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_image") { translated { native.chatbotUploadImage(source(image, onProgress), options(timeout)) } }

    /** Like the other [uploadImage], with an image from a stream, which is read first and not closed. */
    public suspend fun uploadImage(
        image: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia = uploadImage(collected(image, native.maxUploadBytes()), timeout, onProgress)

    /**
     * Uploads a video for a chat: MP4, at most 50,000,000 bytes. A message, of the chatbot or of a user, names it by
     * the `mediaToken` of the result.
     *
     * The call creates an upload token first, and sends the video with it to the upload host of chats, which gets no
     * other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
     * both requests.
     *
     * The video is never sent twice. After an [AmbiguousOutcomeException] it can be uploaded again: no message names
     * the first one.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param video The video. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large or of another format, or that
     *   changes while it is read.
     * @throws UnauthorizedException if the upload token is no longer valid: call again, each call creates a new one.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadVideo(
        video: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_video") { translated { native.chatbotUploadVideo(source(video, onProgress), options(timeout)) } }

    /** Like the other [uploadVideo], with a video in memory. */
    public suspend fun uploadVideo(
        video: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_video") { translated { native.chatbotUploadVideo(source(video, onProgress), options(timeout)) } }

    /** Like the other [uploadVideo], with a video from a stream, which is read first and not closed. */
    public suspend fun uploadVideo(
        video: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia = uploadVideo(collected(video, native.maxUploadBytes()), timeout, onProgress)

    /**
     * Uploads a voice recording for a chat: M4A or 3GP, at most 1,500,000 bytes. A message, of the chatbot or of a
     * user, names it by the `mediaToken` of the result.
     *
     * The call creates an upload token first, and sends the recording with it to the upload host of chats, which gets
     * no other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
     * both requests.
     *
     * The recording is never sent twice. After an [AmbiguousOutcomeException] it can be uploaded again: no message
     * names the first one.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param voice The voice recording. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large or of another format, or that
     *   changes while it is read.
     * @throws UnauthorizedException if the upload token is no longer valid: call again, each call creates a new one.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadVoice(
        voice: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_voice") { translated { native.chatbotUploadVoice(source(voice, onProgress), options(timeout)) } }

    /** Like the other [uploadVoice], with a recording in memory. */
    public suspend fun uploadVoice(
        voice: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_voice") { translated { native.chatbotUploadVoice(source(voice, onProgress), options(timeout)) } }

    /** Like the other [uploadVoice], with a recording from a stream, which is read first and not closed. */
    public suspend fun uploadVoice(
        voice: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia = uploadVoice(collected(voice, native.maxUploadBytes()), timeout, onProgress)

    /**
     * Uploads a document for a chat: PDF, DOC, DOCX, XLS, XLSX, PPT or PPTX, at most 5,000,000 bytes. A message, of the
     * chatbot or of a user, names it by the `mediaToken` of the result.
     *
     * The name is what the recipient sees. Its ending says the format, as in `contract.pdf`; it has at most 255
     * characters, no slash and no control character. The name of a file on disk is not sent.
     *
     * The call creates an upload token first, and sends the document with it to the upload host of chats, which gets no
     * other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
     * both requests.
     *
     * The document is never sent twice. After an [AmbiguousOutcomeException] it can be uploaded again: no message names
     * the first one.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param file The document. The name of a file is not sent.
     * @param name The name of the document as the recipient sees it, such as `contract.pdf`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large or of another format than its
     *   name says, or that changes while it is read.
     * @throws UnauthorizedException if the upload token is no longer valid: call again, each call creates a new one.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadFile(
        file: Path,
        name: String,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_file") { translated { native.chatbotUploadFile(source(file, onProgress), name, options(timeout)) } }

    /** Like the other [uploadFile], with a document in memory. */
    public suspend fun uploadFile(
        file: ByteArray,
        name: String,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia =
        traced("chatbot.upload_file") { translated { native.chatbotUploadFile(source(file, onProgress), name, options(timeout)) } }

    /** Like the other [uploadFile], with a document from a stream, which is read first and not closed. */
    public suspend fun uploadFile(
        file: InputStream,
        name: String,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedChatMedia = uploadFile(collected(file, native.maxUploadBytes()), name, timeout, onProgress)
}

/** Calls of the chatbot for a user. From `UserClient.chatbot`. */
public class UserChatbot internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * `docs/platform.md#chatbot`.
     *
     * @param user The id of the user, which is different for every app.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun send(user: UserId, message: BotMessage, timeout: Duration? = null): BotMessageSent =
        traced("chatbot.send") { translated(message::texts) { native.chatbotSend(user, message, options(timeout)) } }

    /** Like the other [send], but takes a text, and builds the buttons in a block. */
    public suspend fun send(
        user: UserId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = send(user, botMessage(text, buttons), timeout)

    /**
     * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both, and
     * the scope `CHAT_BOT_USER_MESSAGE_SEND`.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent =
        traced("chatbot.reply") { translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) } }

    /** Like the other [reply], but takes a text, and builds the buttons in a block. */
    public suspend fun reply(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = reply(conversation, botMessage(text, buttons), timeout)
}
