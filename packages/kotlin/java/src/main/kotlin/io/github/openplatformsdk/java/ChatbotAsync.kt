// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.io.InputStream
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls of the chatbot that need only the API key. From `OpenPlatformAsync.chatbot`. */
public class ChatbotAsync internal constructor(private val calls: Chatbot, private val futures: Futures) {
    /**
     * Sends a message into a conversation that a user started with the bot.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, message, timeout.inKotlin()) }

    /** Like the other [reply], but builds `message`. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().built(message), timeout.inKotlin()) }

    /** Like the other [reply], for a message that is a text. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().text(text).build(), timeout.inKotlin()) }

    /** Like the other [reply], for a text, and builds the rest of the message. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        text: String,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().text(text).built(message), timeout.inKotlin()) }

    /**
     * Creates a token for one upload of a picture, video, voice or file. `uploadImage`, `uploadVideo`, `uploadVoice`
     * and `uploadFile` create it themselves.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createUploadToken(timeout: Duration? = null): CompletableFuture<ChatUploadToken> =
        futures.of { calls.createUploadToken(timeout.inKotlin()) }

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
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large, of another format or
     * truncated, or that changes while it is read.
     *
     * It ends with [UnauthorizedException] if the upload token is no longer valid: call again, each call creates a new
     * one.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadImage(image: Path, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadImage], with an image in memory. */
    @JvmOverloads
    public fun uploadImage(image: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], with an image in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadImage], with an image from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadImage(image: InputStream, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], with an image from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

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
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large or of another format, or
     * that changes while it is read.
     *
     * It ends with [UnauthorizedException] if the upload token is no longer valid: call again, each call creates a new
     * one.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param video The video. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadVideo(video: Path, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVideo], with a video in memory. */
    @JvmOverloads
    public fun uploadVideo(video: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], with a video in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVideo], with a video from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadVideo(video: InputStream, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], with a video from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }

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
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large or of another format, or
     * that changes while it is read.
     *
     * It ends with [UnauthorizedException] if the upload token is no longer valid: call again, each call creates a new
     * one.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param voice The voice recording. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadVoice(voice: Path, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin()) }

    /**
     * Like the other [uploadVoice], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVoice(
        voice: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVoice], with a recording in memory. */
    @JvmOverloads
    public fun uploadVoice(voice: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin()) }

    /**
     * Like the other [uploadVoice], with a recording in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVoice(
        voice: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVoice], with a recording from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadVoice(voice: InputStream, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin()) }

    /**
     * Like the other [uploadVoice], with a recording from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVoice(
        voice: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadVoice(voice, timeout.inKotlin(), onProgress::accept) }

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
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large or of another format
     * than its name says, or that changes while it is read.
     *
     * It ends with [UnauthorizedException] if the upload token is no longer valid: call again, each call creates a new
     * one.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param file The document. The name of a file is not sent.
     * @param name The name of the document as the recipient sees it, such as `contract.pdf`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadFile(file: Path, name: String, timeout: Duration? = null): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin()) }

    /**
     * Like the other [uploadFile], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadFile(
        file: Path,
        name: String,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadFile], with a document in memory. */
    @JvmOverloads
    public fun uploadFile(
        file: ByteArray,
        name: String,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin()) }

    /**
     * Like the other [uploadFile], with a document in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadFile(
        file: ByteArray,
        name: String,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadFile], with a document from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadFile(
        file: InputStream,
        name: String,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin()) }

    /**
     * Like the other [uploadFile], with a document from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadFile(
        file: InputStream,
        name: String,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedChatMedia> =
        futures.of { calls.uploadFile(file, name, timeout.inKotlin(), onProgress::accept) }
}

/** Calls of the chatbot for a user. From `UserClientAsync.chatbot`. */
public class UserChatbotAsync internal constructor(private val calls: UserChatbot, private val futures: Futures) {
    /**
     * Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * `docs/platform.md#chatbot`.
     *
     * @param user The id of the user, which is different for every app.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun send(user: UserId, message: BotMessage, timeout: Duration? = null): CompletableFuture<BotMessageSent> =
        futures.of { calls.send(user, message, timeout.inKotlin()) }

    /** Like the other [send], but builds `message`. */
    @JvmOverloads
    public fun send(
        user: UserId,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.send(user, BotMessageBuilder().built(message), timeout.inKotlin()) }

    /** Like the other [send], for a message that is a text. */
    @JvmOverloads
    public fun send(user: UserId, text: String, timeout: Duration? = null): CompletableFuture<BotMessageSent> =
        futures.of { calls.send(user, BotMessageBuilder().text(text).build(), timeout.inKotlin()) }

    /** Like the other [send], for a text, and builds the rest of the message. */
    @JvmOverloads
    public fun send(
        user: UserId,
        text: String,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.send(user, BotMessageBuilder().text(text).built(message), timeout.inKotlin()) }

    /**
     * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both, and
     * the scope `CHAT_BOT_USER_MESSAGE_SEND`.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, message, timeout.inKotlin()) }

    /** Like the other [reply], but builds `message`. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().built(message), timeout.inKotlin()) }

    /** Like the other [reply], for a message that is a text. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().text(text).build(), timeout.inKotlin()) }

    /** Like the other [reply], for a text, and builds the rest of the message. */
    @JvmOverloads
    public fun reply(
        conversation: ConversationId,
        text: String,
        message: Consumer<BotMessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<BotMessageSent> =
        futures.of { calls.reply(conversation, BotMessageBuilder().text(text).built(message), timeout.inKotlin()) }
}
