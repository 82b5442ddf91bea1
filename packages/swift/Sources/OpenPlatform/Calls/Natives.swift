// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation

/// The calls without a user that servers and phones have in common: each has its own generated class.
protocol KeyCalls: Sendable {
    func maxUploadBytes() -> Int64
    func postsGet(post: PostToken, options: CallOptions?) async throws -> Post
    func imagesUpload(image: UploadSource, options: CallOptions?) async throws -> UploadedImage
}

/// The calls for a user that servers and phones have in common: each has its own generated class.
protocol UserCalls: Sendable {
    func usersMe(options: CallOptions?) async throws -> User
    func usersBusinesses(options: CallOptions?) async throws -> BusinessList
    func usersProfileImage(options: CallOptions?) async throws -> ProfileImage
    func usersPhoneNumbers(options: CallOptions?) async throws -> PhoneNumbers
    func postsList(options: CallOptions?) async throws -> PostList
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
