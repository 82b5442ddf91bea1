// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation

/// What servers and apps on phones call alike without a user: each has a generated class of its own.
protocol KeyCalls: Sendable {
    func postsGet(post: PostToken, options: CallOptions?) async throws -> Post
    func imagesUpload(image: ImageSource, options: CallOptions?) async throws -> UploadedImage
}

/// What servers and apps on phones call alike for a user: each has a generated class of its own.
protocol UserCalls: Sendable {
    func usersMe(options: CallOptions?) async throws -> User
    func usersPhoneNumbers(options: CallOptions?) async throws -> PhoneNumbers
    func postsGetWithOngoingImages(post: PostToken, options: CallOptions?) async throws -> Post
    func addonsCreateOnPost(post: PostToken, addon: PostAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForUser(phone: Phone, addon: UserAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForUserId(user: UserId, addon: UserAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        options: CallOptions?
    ) async throws -> AddonCreated
    func semanticsCreateForUser(
        phone: Phone,
        record: SemanticRecord,
        options: CallOptions?
    ) async throws -> RecordCreated
    func semanticsCreateForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        options: CallOptions?
    ) async throws -> RecordCreated
    func semanticsCreateForPost(
        post: PostToken,
        record: SemanticRecord,
        options: CallOptions?
    ) async throws -> RecordCreated
    func conversationsSend(
        conversation: ConversationId,
        message: Message,
        options: CallOptions?
    ) async throws -> MessageSent
    func conversationsGet(conversation: ConversationId, options: CallOptions?) async throws -> ConversationRecord
}
