// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.

#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

/// The operations of the sandbox's admin API on one world. Each throws a ``SandboxError`` for what the sandbox refuses.
extension World {
    /// Adds users, businesses, posts and conversations. Entries before a refused one are added.
    @discardableResult
    public func add(_ seed: Admin.Seed) async throws -> Admin.AddedData {
        try await admin.send("POST", "/seed", seed)
    }

    /// Adds a fault rule.
    ///
    /// - Returns: Its number in the world.
    @discardableResult
    public func addFault(_ faultRule: Admin.FaultRule) async throws -> Int {
        try await admin.send("POST", "/faults", faultRule, member: "id")
    }

    /// Adds the fault rules of a preset.
    ///
    /// - Returns: Their numbers in the world.
    @discardableResult
    public func addFaultPreset(_ preset: String) async throws -> [Int] {
        try await admin.send("POST", "/faults/presets/\(AdminConnection.escaped(preset))", member: "ids")
    }

    /// The add-ons that the page of a post shows.
    public func addons(_ post: String) async throws -> [Admin.ShownAddon] {
        try await admin.send("GET", "/posts/\(AdminConnection.escaped(post))/addons")
    }

    /// Advances the time, and runs the jobs that become due. It is the time of the platform: the keeper, the inbox and
    /// the logins of an app go by the clock of their machine.
    ///
    /// - Parameters:
    ///   - seconds: Seconds.
    @discardableResult
    public func advance(seconds: Int) async throws -> Admin.FiredJobs {
        try await admin.send("POST", "/clock/advance", ["seconds": seconds])
    }

    /// The settings of the app, with its generated credentials.
    public func appSettings() async throws -> Admin.AppSettings {
        try await admin.send("GET", "/app")
    }

    /// Lets one user block another, or ends it: messages between the two are refused with 412.
    public func block(_ block: Admin.Block) async throws {
        try await admin.perform("PUT", "/blocks", block)
    }

    /// All businesses.
    public func businesses() async throws -> [Admin.SandboxBusiness] {
        try await admin.send("GET", "/businesses")
    }

    /// Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members
    /// get their defaults.
    @discardableResult
    public func changeMoney(_ moneyChange: Admin.MoneyChange) async throws -> Admin.Money {
        try await admin.send("PUT", "/money", moneyChange)
    }

    /// Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given stay.
    @discardableResult
    public func changePost(post: String, postChange: Admin.PostChange) async throws -> Admin.SandboxPost {
        try await admin.send("PATCH", "/posts/\(AdminConnection.escaped(post))", postChange)
    }

    /// Changes the given switches. With `profile`, sets all others to those of the profile.
    @discardableResult
    public func changeSwitches(_ switchChange: Admin.SwitchChange) async throws -> Admin.Switches {
        try await admin.send("PATCH", "/switches", switchChange)
    }

    /// What the app uploaded for messages of chats, also if no message names it.
    public func chatMedia() async throws -> [Admin.SandboxChatMedium] {
        try await admin.send("GET", "/chat-media")
    }

    /// Removes all fault rules.
    public func clearFaults() async throws {
        try await admin.perform("DELETE", "/faults")
    }

    /// Simulates a click of a user.
    @discardableResult
    public func click(_ click: Admin.Click) async throws -> Admin.ClickOutcome {
        try await admin.send("POST", "/clicks", click)
    }

    /// The state of the clock, and the planned jobs.
    public func clock() async throws -> Admin.ClockStatus {
        try await admin.send("GET", "/clock")
    }

    /// Simulates the user's browser with an authorization address.
    ///
    /// - Returns: The app's address with `code` and `state`, or with the form of a denial.
    @discardableResult
    public func consent(_ login: Admin.Login) async throws -> String {
        try await admin.send("POST", "/consent", login, member: "callback_url")
    }

    /// All conversations.
    public func conversations() async throws -> [Admin.SandboxConversation] {
        try await admin.send("GET", "/conversations")
    }

    /// The credentials that each host received.
    public func credentials() async throws -> [Admin.CredentialSighting] {
        try await admin.send("GET", "/credentials")
    }

    /// The app's custom buttons on posts and of businesses.
    public func customButtons() async throws -> [Admin.SandboxCustomButton] {
        try await admin.send("GET", "/custom-buttons")
    }

    /// Deletes a snapshot.
    public func deleteSnapshot(_ snapshot: String) async throws {
        try await admin.perform("DELETE", "/snapshots/\(AdminConnection.escaped(snapshot))")
    }

    /// Delivers any body as an event.
    ///
    /// - Parameters:
    ///   - body: The body to deliver.
    /// - Returns: Its number in the world.
    @discardableResult
    public func deliver(_ body: Json) async throws -> Int {
        try await admin.send("POST", "/deliveries", ["body": body], member: "delivery")
    }

    /// Delivers an event in a documented form that differs from the observed one.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    /// - Returns: Its number in the world.
    @discardableResult
    public func deliverSample(_ sample: Admin.Sample) async throws -> Int {
        try await admin.send("POST", "/deliveries/samples", ["sample": sample], member: "delivery")
    }

    /// All events for the app, with all delivery attempts.
    public func deliveries() async throws -> [Admin.Delivery] {
        try await admin.send("GET", "/deliveries")
    }

    /// One event for the app, with all delivery attempts.
    public func delivery(_ delivery: Int) async throws -> Admin.Delivery {
        try await admin.send("GET", "/deliveries/\(delivery)")
    }

    /// Repeated writes.
    public func duplicates() async throws -> [Admin.DuplicateWrite] {
        try await admin.send("GET", "/duplicates")
    }

    /// Expires the access token of a pair.
    public func expireAccessToken(_ token: Int) async throws {
        try await admin.perform("POST", "/tokens/\(token)/expire")
    }

    /// The fault rules in force.
    public func faults() async throws -> [Admin.ActiveFault] {
        try await admin.send("GET", "/faults")
    }

    /// Freezes the clock. From now on no job runs by itself.
    @discardableResult
    public func freeze() async throws -> Admin.ClockStatus {
        try await admin.send("POST", "/clock/freeze")
    }

    /// The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are `[redacted]`.
    public func httpArchive() async throws -> Json {
        try await admin.send("GET", "/requests.har")
    }

    /// The uploads of the app: images and videos. Those for chats are in `chat-media`.
    public func images() async throws -> [Admin.SandboxImage] {
        try await admin.send("GET", "/images")
    }

    /// One world.
    public func info() async throws -> Admin.WorldInfo {
        try await admin.send("GET", "")
    }

    /// Issues tokens without a login.
    @discardableResult
    public func issueTokens(_ tokenRequest: Admin.TokenRequest) async throws -> Admin.TokenPair {
        try await admin.send("POST", "/tokens", tokenRequest)
    }

    /// Subscriptions that ended with their tokens.
    public func lapses() async throws -> [Admin.Lapse] {
        try await admin.send("GET", "/lapses")
    }

    /// How much of each limit the app has used: searches and requests.
    public func limits() async throws -> [Admin.LimitUse] {
        try await admin.send("GET", "/limits")
    }

    /// The messages of a conversation, with the buttons of both sides.
    public func messages(_ conversation: String) async throws -> [Admin.WrittenMessage] {
        try await admin.send("GET", "/conversations/\(AdminConnection.escaped(conversation))/messages")
    }

    /// The money of a world: the app's balance, its transactions, and the rules of payments.
    public func money() async throws -> Admin.Money {
        try await admin.send("GET", "/money")
    }

    /// Moves a post to another stage.
    ///
    /// - Parameters:
    ///   - stage: The new stage.
    @discardableResult
    public func movePost(post: String, stage: Admin.Stage) async throws -> Admin.SandboxPost {
        try await admin.send("PUT", "/posts/\(AdminConnection.escaped(post))/stage", ["stage": stage])
    }

    /// A post as its owner sees it, with its statistics.
    public func ownView(_ post: String) async throws -> Admin.OwnView {
        try await admin.send("GET", "/posts/\(AdminConnection.escaped(post))/own")
    }

    /// Pauses all deliveries.
    public func pauseDeliveries() async throws {
        try await admin.perform("POST", "/deliveries/pause")
    }

    /// The logins that wait for the user: open consent pages, oldest first.
    public func pendingConsents() async throws -> [Admin.PendingConsent] {
        try await admin.send("GET", "/consents")
    }

    /// One post, unless it is archived.
    public func post(_ post: String) async throws -> Admin.SandboxPost {
        try await admin.send("GET", "/posts/\(AdminConnection.escaped(post))")
    }

    /// All posts, in the order they were added, without the archived ones.
    public func posts() async throws -> [Admin.SandboxPost] {
        try await admin.send("GET", "/posts")
    }

    /// Delivers an event again.
    ///
    /// - Returns: Its number in the world.
    @discardableResult
    public func redeliver(_ delivery: Int) async throws -> Int {
        try await admin.send("POST", "/deliveries/\(delivery)/redeliver", member: "delivery")
    }

    /// Deletes a world with all its data. The default world cannot be deleted, because it receives the requests that
    /// name no world: reset it instead.
    public func remove() async throws {
        try await admin.perform("DELETE", "")
    }

    /// Removes a fault rule.
    public func removeFault(_ fault: Int) async throws {
        try await admin.perform("DELETE", "/faults/\(fault)")
    }

    /// One request, with the headers and bodies of both sides.
    public func request(_ request: Int) async throws -> Admin.RequestDetails {
        try await admin.send("GET", "/requests/\(request)")
    }

    /// The latest 10,000 requests of the app, oldest first. With `limit`: a page of them, newest first.
    ///
    /// - Parameters:
    ///   - endpoint: Name of the endpoint, such as `oauth.refresh`.
    public func requests(_ endpoint: String? = nil) async throws -> [Admin.RequestRecord] {
        try await admin.send("GET", "/requests" + AdminConnection.query("endpoint", endpoint))
    }

    /// Restores a snapshot, by its name or its number.
    @discardableResult
    public func restoreSnapshot(_ snapshot: String) async throws -> Admin.WorldInfo {
        try await admin.send("POST", "/snapshots/\(AdminConnection.escaped(snapshot))/restore")
    }

    /// Resumes deliveries.
    ///
    /// - Parameters:
    ///   - order: In which order they are sent.
    public func resumeDeliveries(_ order: Admin.Order? = nil) async throws {
        try await admin.perform("POST", "/deliveries/resume", ["order": order].compactMapValues { $0 })
    }

    /// Ends the review of a post or of its edit now.
    @discardableResult
    public func reviewPost(post: String, reviewDecision: Admin.ReviewDecision) async throws -> Admin.OwnView {
        try await admin.send("POST", "/posts/\(AdminConnection.escaped(post))/review", reviewDecision)
    }

    /// The posts that are in review or whose edit is, and those whose last review did not accept them or their edit.
    public func reviews() async throws -> [Admin.PostReview] {
        try await admin.send("GET", "/reviews")
    }

    /// Revokes the app's access for a user.
    public func revokeAccess(_ user: String) async throws {
        try await admin.perform("POST", "/users/\(AdminConnection.escaped(user))/revoke")
    }

    /// Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair.
    @discardableResult
    public func rotateTokens(_ token: Int) async throws -> Admin.TokenPair {
        try await admin.send("POST", "/tokens/\(token)/rotate")
    }

    /// Advances the time until no delivery and no delayed add-on is left.
    @discardableResult
    public func runUntilIdle() async throws -> Admin.FiredJobs {
        try await admin.send("POST", "/clock/run-until-idle")
    }

    /// Sends a text message as a user, and sends an event to the app if it subscribed.
    @discardableResult
    public func say(conversation: String, userMessage: Admin.UserMessage) async throws -> Admin.WrittenMessage {
        try await admin.send("POST", "/conversations/\(AdminConnection.escaped(conversation))/messages", userMessage)
    }

    /// The app's semantic record of a post.
    public func semanticOfPost(_ post: String) async throws -> Admin.StoredRecord {
        try await admin.send("GET", "/posts/\(AdminConnection.escaped(post))/semantic")
    }

    /// The app's semantic record of a user.
    public func semanticOfUser(_ user: String) async throws -> Admin.StoredRecord {
        try await admin.send("GET", "/users/\(AdminConnection.escaped(user))/semantic")
    }

    /// Sends the event of a changed transaction to the app.
    public func sendTransaction(_ transaction: Admin.Transaction) async throws {
        try await admin.perform("POST", "/transactions", transaction)
    }

    /// Sets the time. A later time runs the jobs that become due; an earlier one runs none.
    ///
    /// - Parameters:
    ///   - to: The new time.
    @discardableResult
    public func setClock(to: Date) async throws -> Admin.FiredJobs {
        try await admin.send("POST", "/clock/set", ["to": to])
    }

    /// Sets or removes a custom button on a post or of a business.
    @discardableResult
    public func setCustomButton(
        _ customButtonChange: Admin.CustomButtonChange
    ) async throws -> [Admin.SandboxCustomButton] {
        try await admin.send("PUT", "/custom-buttons", customButtonChange)
    }

    /// Sets how much of limits is used, such as 99 of 100 searches.
    ///
    /// - Parameters:
    ///   - used: The number by the name of the limit, such as `searches`. The others stay.
    @discardableResult
    public func setLimitsUsed(_ used: [String: Json]) async throws -> [Admin.LimitUse] {
        try await admin.send("PUT", "/limits", ["used": used])
    }

    /// Ends a pending transaction, or a payment that is being reconciled, now.
    ///
    /// - Parameters:
    ///   - end: The end. A payment from a wallet fails unless it is completed.
    @discardableResult
    public func settlePayment(payment: String, end: Admin.PaymentEnd) async throws -> Admin.Money {
        try await admin.send("POST", "/payments/\(AdminConnection.escaped(payment))/settle", ["end": end])
    }

    /// A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of images.
    public func snapshotFile(_ snapshot: String) async throws -> Json {
        try await admin.send("GET", "/snapshots/\(AdminConnection.escaped(snapshot))")
    }

    /// The kept snapshots, oldest first.
    public func snapshots() async throws -> [Admin.SnapshotInfo] {
        try await admin.send("GET", "/snapshots")
    }

    /// Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`.
    /// A running backend is replaced, and its users are forgotten.
    @discardableResult
    public func startBackend(_ backendSettings: Admin.BackendSettings) async throws -> Admin.BackendInfo {
        try await admin.send("PUT", "/backend", backendSettings)
    }

    /// Stops the backend of the app.
    ///
    /// - Returns: Whether a backend was running.
    @discardableResult
    public func stopBackend() async throws -> Bool {
        try await admin.send("DELETE", "/backend", member: "stopped")
    }

    /// The subscriptions whose access token is valid.
    public func subscriptions() async throws -> [Admin.ActiveSubscription] {
        try await admin.send("GET", "/subscriptions")
    }

    /// All switches of the world, and its profile.
    public func switches() async throws -> Admin.Switches {
        try await admin.send("GET", "/switches")
    }

    /// Keeps a snapshot of the world in memory. The latest 32 are kept.
    ///
    /// - Returns: Its number in the world, as the text that the other operations take.
    @discardableResult
    public func takeSnapshot() async throws -> String {
        try await admin.send("POST", "/snapshots", member: "snapshot")
    }

    /// The report of a token.
    ///
    /// - Parameters:
    ///   - token: An access or refresh token.
    @discardableResult
    public func tokenReport(token: String) async throws -> Admin.TokenReport {
        try await admin.send("POST", "/tokens/report", ["token": token])
    }

    /// Every pair of tokens of this world, without the tokens.
    public func tokens() async throws -> [Admin.TokenReport] {
        try await admin.send("GET", "/tokens")
    }

    /// All events that have not reached the app, with the reason: no subscription, no address, a subscription in
    /// another world, a delivery that failed or is waiting.
    public func undelivered() async throws -> [Admin.Undelivered] {
        try await admin.send("GET", "/undelivered")
    }

    /// Lets the clock run.
    @discardableResult
    public func unfreeze() async throws -> Admin.ClockStatus {
        try await admin.send("POST", "/clock/unfreeze")
    }

    /// What happens next, earliest first; at most 1000.
    public func upcoming() async throws -> [Admin.Upcoming] {
        try await admin.send("GET", "/clock/upcoming")
    }

    /// The app's add-ons on users.
    public func userAddons() async throws -> [Admin.SandboxUserAddon] {
        try await admin.send("GET", "/user-addons")
    }

    /// All users.
    public func users() async throws -> [Admin.SandboxUser] {
        try await admin.send("GET", "/users")
    }

    /// Waits until there are enough requests or delivered events, or until the timeout.
    @discardableResult
    public func waitFor(_ expectation: Admin.Expectation) async throws -> Admin.WaitResult {
        try await admin.send("POST", "/wait", expectation)
    }
}
#endif
