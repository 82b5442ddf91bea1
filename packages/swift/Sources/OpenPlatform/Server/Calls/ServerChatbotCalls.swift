// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation

/// Calls of the chatbot that need only the API key.
public struct Chatbot: Sendable {
    let native: Platform

    /// Sends a message into a conversation that a user started with the bot.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await traced("chatbot.reply", timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }

    /// Creates a token for one upload of a picture, video, voice or file. `uploadImage(_:timeout:)`,
    /// `uploadVideo(_:timeout:)`, `uploadVoice(_:timeout:)` and `uploadFile(_:name:timeout:)` create it themselves.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func createUploadToken(timeout: Duration? = nil) async throws -> ChatUploadToken {
        try await traced("chatbot.create_upload_token", timeout) {
            try await native.chatbotCreateUploadToken(options: $0)
        }
    }

    /// Uploads a picture for a chat: JPEG or PNG, at most 5,000,000 bytes. A message, of the chatbot or of a user,
    /// names it by the `mediaToken` of the result.
    ///
    /// The call creates an upload token first, and sends the picture with it to the upload host of chats, which gets no
    /// other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
    /// both requests.
    ///
    /// The picture is never sent twice. After an ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded
    /// again: no message names the first one.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameters:
    ///   - image: The image. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large, of
    ///   another format or truncated, or that changes while it is read. ``OpenPlatformError/Unauthorized(report:)`` if
    ///   the upload token is no longer valid: call again, each call creates a new one.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func uploadImage(
        _ image: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_image", timeout) {
            try await native.chatbotUploadImage(image: .bytes(bytes: image, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with an image in a file.
    @discardableResult
    public func uploadImage(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_image", timeout) {
            try await native.chatbotUploadImage(image: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with an image from a stream of chunks, which is read first.
    @discardableResult
    public func uploadImage<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadImage(content, timeout: timeout, onProgress: onProgress)
    }

    /// Uploads a video for a chat: MP4, at most 50,000,000 bytes. A message, of the chatbot or of a user, names it by
    /// the `mediaToken` of the result.
    ///
    /// The call creates an upload token first, and sends the video with it to the upload host of chats, which gets no
    /// other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that of
    /// both requests.
    ///
    /// The video is never sent twice. After an ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded
    /// again: no message names the first one.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameters:
    ///   - video: The video. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large or of
    ///   another format, or that changes while it is read. ``OpenPlatformError/Unauthorized(report:)`` if the upload
    ///   token is no longer valid: call again, each call creates a new one.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func uploadVideo(
        _ video: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_video", timeout) {
            try await native.chatbotUploadVideo(video: .bytes(bytes: video, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with a video in a file.
    @discardableResult
    public func uploadVideo(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_video", timeout) {
            try await native.chatbotUploadVideo(video: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with a video from a stream of chunks, which is read first.
    @discardableResult
    public func uploadVideo<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadVideo(content, timeout: timeout, onProgress: onProgress)
    }

    /// Uploads a voice recording for a chat: M4A or 3GP, at most 1,500,000 bytes. A message, of the chatbot or of a
    /// user, names it by the `mediaToken` of the result.
    ///
    /// The call creates an upload token first, and sends the recording with it to the upload host of chats, which gets
    /// no other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that
    /// of both requests.
    ///
    /// The recording is never sent twice. After an ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded
    /// again: no message names the first one.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameters:
    ///   - voice: The voice recording. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large or of
    ///   another format, or that changes while it is read. ``OpenPlatformError/Unauthorized(report:)`` if the upload
    ///   token is no longer valid: call again, each call creates a new one.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func uploadVoice(
        _ voice: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_voice", timeout) {
            try await native.chatbotUploadVoice(voice: .bytes(bytes: voice, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with a recording in a file.
    @discardableResult
    public func uploadVoice(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_voice", timeout) {
            try await native.chatbotUploadVoice(voice: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with a recording from a stream of chunks, which is read first.
    @discardableResult
    public func uploadVoice<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadVoice(content, timeout: timeout, onProgress: onProgress)
    }

    /// Uploads a document for a chat: PDF, DOC, DOCX, XLS, XLSX, PPT or PPTX, at most 5,000,000 bytes. A message, of
    /// the chatbot or of a user, names it by the `mediaToken` of the result.
    ///
    /// The name is what the recipient sees. Its ending says the format, as in `contract.pdf`; it has at most 255
    /// characters, no slash and no control character. The name of a file on disk is not sent.
    ///
    /// The call creates an upload token first, and sends the document with it to the upload host of chats, which gets
    /// no other credential. The upload has the time limit `uploadTimeout`; a limit that is given for the call is that
    /// of both requests.
    ///
    /// The document is never sent twice. After an ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded
    /// again: no message names the first one.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameters:
    ///   - file: The document. The name of a file is not sent.
    ///   - name: The name of the document as the recipient sees it, such as `contract.pdf`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large or of
    ///   another format than its name says, or that changes while it is read.
    ///   ``OpenPlatformError/Unauthorized(report:)`` if the upload token is no longer valid: call again, each call
    ///   creates a new one. ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been
    ///   executed. It was not retried.
    @discardableResult
    public func uploadFile(
        _ file: Data,
        name: String,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_file", timeout) {
            try await native.chatbotUploadFile(file: .bytes(bytes: file, observer: observer(onProgress)), name: name, options: $0)
        }
    }

    /// Like the other method, with a document in a file.
    @discardableResult
    public func uploadFile(
        file: URL,
        name: String,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia {
        try await traced("chatbot.upload_file", timeout) {
            try await native.chatbotUploadFile(file: source(file, onProgress), name: name, options: $0)
        }
    }

    /// Like the other methods, with a document from a stream of chunks, which is read first.
    @discardableResult
    public func uploadFile<Chunks: AsyncSequence>(
        stream: Chunks,
        name: String,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedChatMedia where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadFile(content, name: name, timeout: timeout, onProgress: onProgress)
    }
}

/// Calls of the chatbot for a user.
public struct UserChatbot: Sendable {
    let native: PlatformUser

    /// Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
    ///
    /// Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification.
    /// Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - user: The id of the user, which is different for every app.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func send(_ user: UserId, _ message: BotMessage, timeout: Duration? = nil) async throws -> BotMessageSent {
        try await traced("chatbot.send", timeout) {
            try await native.chatbotSend(user: user, message: message, options: $0)
        }
    }

    /// Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both, and
    /// the scope `CHAT_BOT_USER_MESSAGE_SEND`.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await traced("chatbot.reply", timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }
}
