// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.testing

import io.github.openplatformsdk.testing.admin.ActiveFault
import io.github.openplatformsdk.testing.admin.ActiveSubscription
import io.github.openplatformsdk.testing.admin.AddedData
import io.github.openplatformsdk.testing.admin.AppSettings
import io.github.openplatformsdk.testing.admin.BackendInfo
import io.github.openplatformsdk.testing.admin.BackendSettings
import io.github.openplatformsdk.testing.admin.Block
import io.github.openplatformsdk.testing.admin.Click
import io.github.openplatformsdk.testing.admin.ClickOutcome
import io.github.openplatformsdk.testing.admin.ClockStatus
import io.github.openplatformsdk.testing.admin.CredentialSighting
import io.github.openplatformsdk.testing.admin.CustomButtonChange
import io.github.openplatformsdk.testing.admin.Delivery
import io.github.openplatformsdk.testing.admin.DuplicateWrite
import io.github.openplatformsdk.testing.admin.Expectation
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.FiredJobs
import io.github.openplatformsdk.testing.admin.Lapse
import io.github.openplatformsdk.testing.admin.LimitUse
import io.github.openplatformsdk.testing.admin.Login
import io.github.openplatformsdk.testing.admin.Money
import io.github.openplatformsdk.testing.admin.MoneyChange
import io.github.openplatformsdk.testing.admin.Order
import io.github.openplatformsdk.testing.admin.OwnView
import io.github.openplatformsdk.testing.admin.PaymentEnd
import io.github.openplatformsdk.testing.admin.PendingConsent
import io.github.openplatformsdk.testing.admin.PostChange
import io.github.openplatformsdk.testing.admin.PostReview
import io.github.openplatformsdk.testing.admin.RequestDetails
import io.github.openplatformsdk.testing.admin.RequestRecord
import io.github.openplatformsdk.testing.admin.ReviewDecision
import io.github.openplatformsdk.testing.admin.Sample
import io.github.openplatformsdk.testing.admin.SandboxBusiness
import io.github.openplatformsdk.testing.admin.SandboxChatMedium
import io.github.openplatformsdk.testing.admin.SandboxConversation
import io.github.openplatformsdk.testing.admin.SandboxCustomButton
import io.github.openplatformsdk.testing.admin.SandboxImage
import io.github.openplatformsdk.testing.admin.SandboxPost
import io.github.openplatformsdk.testing.admin.SandboxUser
import io.github.openplatformsdk.testing.admin.SandboxUserAddon
import io.github.openplatformsdk.testing.admin.Seed
import io.github.openplatformsdk.testing.admin.ShownAddon
import io.github.openplatformsdk.testing.admin.SnapshotInfo
import io.github.openplatformsdk.testing.admin.Stage
import io.github.openplatformsdk.testing.admin.StoredRecord
import io.github.openplatformsdk.testing.admin.SwitchChange
import io.github.openplatformsdk.testing.admin.Switches
import io.github.openplatformsdk.testing.admin.TokenPair
import io.github.openplatformsdk.testing.admin.TokenReport
import io.github.openplatformsdk.testing.admin.TokenRequest
import io.github.openplatformsdk.testing.admin.Transaction
import io.github.openplatformsdk.testing.admin.Undelivered
import io.github.openplatformsdk.testing.admin.Upcoming
import io.github.openplatformsdk.testing.admin.UserMessage
import io.github.openplatformsdk.testing.admin.WaitResult
import io.github.openplatformsdk.testing.admin.WorldInfo
import io.github.openplatformsdk.testing.admin.WrittenMessage
import java.time.Instant

/**
 * The operations of the sandbox's admin API on one world, as `{url}/_sandbox/openapi.json` describes them.
 *
 * Each throws a [SandboxException] for what the sandbox refuses.
 */
public abstract class WorldOperations internal constructor(internal val admin: Admin) {
    /** Adds users, businesses, posts and conversations. Entries before a refused one are added. */
    public suspend fun add(seed: Seed): AddedData = AddedData.read(admin.send("POST", "/seed", seed.json()))

    /**
     * Adds a fault rule.
     *
     * @return Its number in the world.
     */
    public suspend fun addFault(faultRule: FaultRule): Long = admin.send("POST", "/faults", faultRule.json())["id"].long

    /**
     * Adds the fault rules of a preset.
     *
     * @return Their numbers in the world.
     */
    public suspend fun addFaultPreset(preset: String): List<Long> =
        admin.send("POST", "/faults/presets/${encoded(preset)}")["ids"].list { it.long }

    /** The add-ons that the page of a post shows. */
    public suspend fun addons(post: String): List<ShownAddon> =
        admin.send("GET", "/posts/${encoded(post)}/addons").list { ShownAddon.read(it) }

    /**
     * Advances the time, and runs the jobs that become due. It is the time of the platform: the keeper, the inbox and
     * the logins of an app go by the clock of their machine.
     *
     * @param seconds Seconds.
     */
    public suspend fun advance(seconds: Long): FiredJobs =
        FiredJobs.read(admin.send("POST", "/clock/advance", members("seconds" to seconds)))

    /** The settings of the app, with its generated credentials. */
    public suspend fun appSettings(): AppSettings = AppSettings.read(admin.send("GET", "/app"))

    /** Lets one user block another, or ends it: messages between the two are refused with 412. */
    public suspend fun block(block: Block): Unit = admin.send("PUT", "/blocks", block.json()).let {}

    /** All businesses. */
    public suspend fun businesses(): List<SandboxBusiness> =
        admin.send("GET", "/businesses").list { SandboxBusiness.read(it) }

    /**
     * Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members get
     * their defaults.
     */
    public suspend fun changeMoney(moneyChange: MoneyChange): Money =
        Money.read(admin.send("PUT", "/money", moneyChange.json()))

    /** Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given stay. */
    public suspend fun changePost(post: String, postChange: PostChange): SandboxPost =
        SandboxPost.read(admin.send("PATCH", "/posts/${encoded(post)}", postChange.json()))

    /** Changes the given switches. With `profile`, sets all others to those of the profile. */
    public suspend fun changeSwitches(switchChange: SwitchChange): Switches =
        Switches.read(admin.send("PATCH", "/switches", switchChange.json()))

    /** What the app uploaded for messages of chats, also if no message names it. */
    public suspend fun chatMedia(): List<SandboxChatMedium> =
        admin.send("GET", "/chat-media").list { SandboxChatMedium.read(it) }

    /** Removes all fault rules. */
    public suspend fun clearFaults(): Unit = admin.send("DELETE", "/faults").let {}

    /** Simulates a click of a user. */
    public suspend fun click(click: Click): ClickOutcome =
        ClickOutcome.read(admin.send("POST", "/clicks", click.json()))

    /** The state of the clock, and the planned jobs. */
    public suspend fun clock(): ClockStatus = ClockStatus.read(admin.send("GET", "/clock"))

    /**
     * Simulates the user's browser with an authorization address.
     *
     * @return The app's address with `code` and `state`, or with the form of a denial.
     */
    public suspend fun consent(login: Login): String = admin.send("POST", "/consent", login.json())["callback_url"].text

    /** All conversations. */
    public suspend fun conversations(): List<SandboxConversation> =
        admin.send("GET", "/conversations").list { SandboxConversation.read(it) }

    /** The credentials that each host received. */
    public suspend fun credentials(): List<CredentialSighting> =
        admin.send("GET", "/credentials").list { CredentialSighting.read(it) }

    /** The app's custom buttons on posts and of businesses. */
    public suspend fun customButtons(): List<SandboxCustomButton> =
        admin.send("GET", "/custom-buttons").list { SandboxCustomButton.read(it) }

    /** Deletes a snapshot. */
    public suspend fun deleteSnapshot(snapshot: String): Unit =
        admin.send("DELETE", "/snapshots/${encoded(snapshot)}").let {}

    /**
     * Delivers any body as an event.
     *
     * @param body The body to deliver.
     * @return Its number in the world.
     */
    public suspend fun deliver(body: Any?): Long =
        admin.send("POST", "/deliveries", members("body" to body))["delivery"].long

    /**
     * Delivers an event in a documented form that differs from the observed one.
     *
     * @param sample The sample.
     * @return Its number in the world.
     */
    public suspend fun deliverSample(sample: Sample): Long =
        admin.send("POST", "/deliveries/samples", members("sample" to sample.word))["delivery"].long

    /** All events for the app, with all delivery attempts. */
    public suspend fun deliveries(): List<Delivery> = admin.send("GET", "/deliveries").list { Delivery.read(it) }

    /** One event for the app, with all delivery attempts. */
    public suspend fun delivery(delivery: Long): Delivery = Delivery.read(admin.send("GET", "/deliveries/$delivery"))

    /** Repeated writes. */
    public suspend fun duplicates(): List<DuplicateWrite> =
        admin.send("GET", "/duplicates").list { DuplicateWrite.read(it) }

    /** Expires the access token of a pair. */
    public suspend fun expireAccessToken(token: Long): Unit = admin.send("POST", "/tokens/$token/expire").let {}

    /** The fault rules in force. */
    public suspend fun faults(): List<ActiveFault> = admin.send("GET", "/faults").list { ActiveFault.read(it) }

    /** Freezes the clock. From now on no job runs by itself. */
    public suspend fun freeze(): ClockStatus = ClockStatus.read(admin.send("POST", "/clock/freeze"))

    /**
     * The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are `[redacted]`.
     */
    public suspend fun httpArchive(): Any? = admin.send("GET", "/requests.har").value

    /** The uploads of the app: images and videos. Those for chats are in `chat-media`. */
    public suspend fun images(): List<SandboxImage> = admin.send("GET", "/images").list { SandboxImage.read(it) }

    /** One world. */
    public suspend fun info(): WorldInfo = WorldInfo.read(admin.send("GET", ""))

    /** Issues tokens without a login. */
    public suspend fun issueTokens(tokenRequest: TokenRequest): TokenPair =
        TokenPair.read(admin.send("POST", "/tokens", tokenRequest.json()))

    /** Subscriptions that ended with their tokens. */
    public suspend fun lapses(): List<Lapse> = admin.send("GET", "/lapses").list { Lapse.read(it) }

    /** How much of each limit the app has used: searches and requests. */
    public suspend fun limits(): List<LimitUse> = admin.send("GET", "/limits").list { LimitUse.read(it) }

    /** The messages of a conversation, with the buttons of both sides. */
    public suspend fun messages(conversation: String): List<WrittenMessage> =
        admin.send("GET", "/conversations/${encoded(conversation)}/messages").list { WrittenMessage.read(it) }

    /** The money of a world: the app's balance, its transactions, and the rules of payments. */
    public suspend fun money(): Money = Money.read(admin.send("GET", "/money"))

    /**
     * Moves a post to another stage.
     *
     * @param stage The new stage.
     */
    public suspend fun movePost(post: String, stage: Stage): SandboxPost =
        SandboxPost.read(admin.send("PUT", "/posts/${encoded(post)}/stage", members("stage" to stage.word)))

    /** A post as its owner sees it, with its statistics. */
    public suspend fun ownView(post: String): OwnView = OwnView.read(admin.send("GET", "/posts/${encoded(post)}/own"))

    /** Pauses all deliveries. */
    public suspend fun pauseDeliveries(): Unit = admin.send("POST", "/deliveries/pause").let {}

    /** The logins that wait for the user: open consent pages, oldest first. */
    public suspend fun pendingConsents(): List<PendingConsent> =
        admin.send("GET", "/consents").list { PendingConsent.read(it) }

    /** One post, unless it is archived. */
    public suspend fun post(post: String): SandboxPost = SandboxPost.read(admin.send("GET", "/posts/${encoded(post)}"))

    /** All posts, in the order they were added, without the archived ones. */
    public suspend fun posts(): List<SandboxPost> = admin.send("GET", "/posts").list { SandboxPost.read(it) }

    /**
     * Delivers an event again.
     *
     * @return Its number in the world.
     */
    public suspend fun redeliver(delivery: Long): Long =
        admin.send("POST", "/deliveries/$delivery/redeliver")["delivery"].long

    /**
     * Deletes a world with all its data. The default world cannot be deleted, because it receives the requests that
     * name no world: reset it instead.
     */
    public suspend fun remove(): Unit = admin.send("DELETE", "").let {}

    /** Removes a fault rule. */
    public suspend fun removeFault(fault: Long): Unit = admin.send("DELETE", "/faults/$fault").let {}

    /** One request, with the headers and bodies of both sides. */
    public suspend fun request(request: Long): RequestDetails =
        RequestDetails.read(admin.send("GET", "/requests/$request"))

    /**
     * The latest 10,000 requests of the app, oldest first. With `limit`: a page of them, newest first.
     *
     * @param endpoint Name of the endpoint, such as `oauth.refresh`.
     */
    public suspend fun requests(endpoint: String? = null): List<RequestRecord> =
        admin.send("GET", "/requests" + query("endpoint", endpoint)).list { RequestRecord.read(it) }

    /** Restores a snapshot, by its name or its number. */
    public suspend fun restoreSnapshot(snapshot: String): WorldInfo =
        WorldInfo.read(admin.send("POST", "/snapshots/${encoded(snapshot)}/restore"))

    /**
     * Resumes deliveries.
     *
     * @param order In which order they are sent.
     */
    public suspend fun resumeDeliveries(order: Order? = null): Unit =
        admin.send("POST", "/deliveries/resume", members("order" to order?.word)).let {}

    /** Ends the review of a post or of its edit now. */
    public suspend fun reviewPost(post: String, reviewDecision: ReviewDecision): OwnView =
        OwnView.read(admin.send("POST", "/posts/${encoded(post)}/review", reviewDecision.json()))

    /** The posts that are in review or whose edit is, and those whose last review did not accept them or their edit. */
    public suspend fun reviews(): List<PostReview> = admin.send("GET", "/reviews").list { PostReview.read(it) }

    /** Revokes the app's access for a user. */
    public suspend fun revokeAccess(user: String): Unit = admin.send("POST", "/users/${encoded(user)}/revoke").let {}

    /** Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair. */
    public suspend fun rotateTokens(token: Long): TokenPair =
        TokenPair.read(admin.send("POST", "/tokens/$token/rotate"))

    /** Advances the time until no delivery and no delayed add-on is left. */
    public suspend fun runUntilIdle(): FiredJobs = FiredJobs.read(admin.send("POST", "/clock/run-until-idle"))

    /** Sends a text message as a user, and sends an event to the app if it subscribed. */
    public suspend fun say(conversation: String, userMessage: UserMessage): WrittenMessage =
        WrittenMessage.read(admin.send("POST", "/conversations/${encoded(conversation)}/messages", userMessage.json()))

    /** The app's semantic record of a post. */
    public suspend fun semanticOfPost(post: String): StoredRecord =
        StoredRecord.read(admin.send("GET", "/posts/${encoded(post)}/semantic"))

    /** The app's semantic record of a user. */
    public suspend fun semanticOfUser(user: String): StoredRecord =
        StoredRecord.read(admin.send("GET", "/users/${encoded(user)}/semantic"))

    /** Sends the event of a changed transaction to the app. */
    public suspend fun sendTransaction(transaction: Transaction): Unit =
        admin.send("POST", "/transactions", transaction.json()).let {}

    /**
     * Sets the time. A later time runs the jobs that become due; an earlier one runs none.
     *
     * @param to The new time.
     */
    public suspend fun setClock(to: Instant): FiredJobs =
        FiredJobs.read(admin.send("POST", "/clock/set", members("to" to to.toString())))

    /** Sets or removes a custom button on a post or of a business. */
    public suspend fun setCustomButton(customButtonChange: CustomButtonChange): List<SandboxCustomButton> =
        admin.send("PUT", "/custom-buttons", customButtonChange.json()).list { SandboxCustomButton.read(it) }

    /**
     * Sets how much of limits is used, such as 99 of 100 searches.
     *
     * @param used The number by the name of the limit, such as `searches`. The others stay.
     */
    public suspend fun setLimitsUsed(used: Map<String, Any?>): List<LimitUse> =
        admin.send("PUT", "/limits", members("used" to used)).list { LimitUse.read(it) }

    /**
     * Ends a pending transaction, or a payment that is being reconciled, now.
     *
     * @param end The end. A payment from a wallet fails unless it is completed.
     */
    public suspend fun settlePayment(payment: String, end: PaymentEnd): Money =
        Money.read(admin.send("POST", "/payments/${encoded(payment)}/settle", members("end" to end.word)))

    /**
     * A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of images.
     */
    public suspend fun snapshotFile(snapshot: String): Any? = admin.send("GET", "/snapshots/${encoded(snapshot)}").value

    /** The kept snapshots, oldest first. */
    public suspend fun snapshots(): List<SnapshotInfo> = admin.send("GET", "/snapshots").list { SnapshotInfo.read(it) }

    /**
     * Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`.
     * A running backend is replaced, and its users are forgotten.
     */
    public suspend fun startBackend(backendSettings: BackendSettings): BackendInfo =
        BackendInfo.read(admin.send("PUT", "/backend", backendSettings.json()))

    /**
     * Stops the backend of the app.
     *
     * @return Whether a backend was running.
     */
    public suspend fun stopBackend(): Boolean = admin.send("DELETE", "/backend")["stopped"].boolean

    /** The subscriptions whose access token is valid. */
    public suspend fun subscriptions(): List<ActiveSubscription> =
        admin.send("GET", "/subscriptions").list { ActiveSubscription.read(it) }

    /** All switches of the world, and its profile. */
    public suspend fun switches(): Switches = Switches.read(admin.send("GET", "/switches"))

    /**
     * Keeps a snapshot of the world in memory. The latest 32 are kept.
     *
     * @return Its number in the world, as the text that the other operations take.
     */
    public suspend fun takeSnapshot(): String = admin.send("POST", "/snapshots")["snapshot"].text

    /**
     * The report of a token.
     *
     * @param token An access or refresh token.
     */
    public suspend fun tokenReport(token: String): TokenReport =
        TokenReport.read(admin.send("POST", "/tokens/report", members("token" to token)))

    /** Every pair of tokens of this world, without the tokens. */
    public suspend fun tokens(): List<TokenReport> = admin.send("GET", "/tokens").list { TokenReport.read(it) }

    /**
     * All events that have not reached the app, with the reason: no subscription, no address, a subscription in another
     * world, a delivery that failed or is waiting.
     */
    public suspend fun undelivered(): List<Undelivered> =
        admin.send("GET", "/undelivered").list { Undelivered.read(it) }

    /** Lets the clock run. */
    public suspend fun unfreeze(): ClockStatus = ClockStatus.read(admin.send("POST", "/clock/unfreeze"))

    /** What happens next, earliest first; at most 1000. */
    public suspend fun upcoming(): List<Upcoming> = admin.send("GET", "/clock/upcoming").list { Upcoming.read(it) }

    /** The app's add-ons on users. */
    public suspend fun userAddons(): List<SandboxUserAddon> =
        admin.send("GET", "/user-addons").list { SandboxUserAddon.read(it) }

    /** All users. */
    public suspend fun users(): List<SandboxUser> = admin.send("GET", "/users").list { SandboxUser.read(it) }

    /** Waits until there are enough requests or delivered events, or until the timeout. */
    public suspend fun waitFor(expectation: Expectation): WaitResult =
        WaitResult.read(admin.send("POST", "/wait", expectation.json()))
}
