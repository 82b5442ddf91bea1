import Foundation

// What servers and apps on phones call alike: each has a generated class of its own, with the same methods.

protocol PostReads: Sendable {
    func postsGet(post: PostToken, options: CallOptions?) async throws -> Post
}

protocol ImageUploads: Sendable {
    func imagesUpload(image: Data, options: CallOptions?) async throws -> UploadedImage
    func imagesUploadFile(path: String, options: CallOptions?) async throws -> UploadedImage
}

protocol UserCalls: Sendable {
    func postsGetWithOngoingImages(post: PostToken, options: CallOptions?) async throws -> Post
    func usersMe(options: CallOptions?) async throws -> User
    func usersPhoneNumbers(options: CallOptions?) async throws -> PhoneNumbers
    func addonsCreateOnPost(post: PostToken, addon: PostAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForUser(phone: Phone, addon: UserAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForUserId(user: UserId, addon: UserAddon, options: CallOptions?) async throws -> AddonCreated
    func addonsCreateForBusiness(
        business: BusinessToken, addon: BusinessAddon, options: CallOptions?
    ) async throws -> AddonCreated
    func semanticsCreateForUser(
        phone: Phone, record: SemanticRecord, options: CallOptions?
    ) async throws -> RecordCreated
    func semanticsCreateForUserId(
        user: UserId, record: UserIdSemanticRecord, options: CallOptions?
    ) async throws -> RecordCreated
    func semanticsCreateForPost(
        post: PostToken, record: SemanticRecord, options: CallOptions?
    ) async throws -> RecordCreated
    func conversationsSend(
        conversation: ConversationId, message: Message, options: CallOptions?
    ) async throws -> MessageSent
    func conversationsGet(conversation: ConversationId, options: CallOptions?) async throws -> ConversationRecord
}
