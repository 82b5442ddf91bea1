import type * as admin from './admin.js';
/** The operations of the sandbox's admin API on one world. Each is rejected with a `SandboxError` for what the sandbox refuses. */
export declare abstract class WorldOperations {
    #private;
    /** Adds users, businesses, posts and conversations. Entries before a refused one are added. */
    add(seed: admin.Seed): Promise<admin.AddedData>;
    /**
     * Adds a fault rule.
     *
     * @returns Its number in the world.
     */
    addFault(faultRule: admin.FaultRule): Promise<number>;
    /**
     * Adds the fault rules of a preset.
     *
     * @returns Their numbers in the world.
     */
    addFaultPreset(preset: string): Promise<number[]>;
    /** The add-ons that the page of a post shows. */
    addons(post: string): Promise<admin.ShownAddon[]>;
    /**
     * Advances the time, and runs the jobs that become due. It is the time of the platform: the keeper, the inbox and the
     * logins of an app go by the clock of their machine.
     *
     * @param seconds Seconds.
     */
    advance(seconds: number): Promise<admin.FiredJobs>;
    /** The settings of the app, with its generated credentials. */
    appSettings(): Promise<admin.AppSettings>;
    /** Lets one user block another, or ends it: messages between the two are refused with 412. */
    block(block: admin.Block): Promise<void>;
    /** All businesses. */
    businesses(): Promise<admin.SandboxBusiness[]>;
    /**
     * Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members get
     * their defaults.
     */
    changeMoney(moneyChange: admin.MoneyChange): Promise<admin.Money>;
    /** Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given stay. */
    changePost(post: string, postChange: admin.PostChange): Promise<admin.SandboxPost>;
    /** Changes the given switches. With `profile`, sets all others to those of the profile. */
    changeSwitches(switchChange: admin.SwitchChange): Promise<admin.Switches>;
    /** What the app uploaded for messages of chats, also if no message names it. */
    chatMedia(): Promise<admin.SandboxChatMedium[]>;
    /** Removes all fault rules. */
    clearFaults(): Promise<void>;
    /** Simulates a click of a user. */
    click(click: admin.Click): Promise<admin.ClickOutcome>;
    /** The state of the clock, and the planned jobs. */
    clock(): Promise<admin.ClockStatus>;
    /** All conversations. */
    conversations(): Promise<admin.SandboxConversation[]>;
    /** The credentials that each host received. */
    credentials(): Promise<admin.CredentialSighting[]>;
    /** The app's custom buttons on posts and of businesses. */
    customButtons(): Promise<admin.SandboxCustomButton[]>;
    /** Deletes a snapshot. */
    deleteSnapshot(snapshot: string): Promise<void>;
    /**
     * Delivers any body as an event.
     *
     * @param body The body to deliver.
     * @returns Its number in the world.
     */
    deliver(body: unknown): Promise<number>;
    /**
     * Delivers an event in a documented form that differs from the observed one.
     *
     * @param sample The sample.
     * @returns Its number in the world.
     */
    deliverSample(sample: admin.Sample): Promise<number>;
    /** All events for the app, with all delivery attempts. */
    deliveries(): Promise<admin.Delivery[]>;
    /** One event for the app, with all delivery attempts. */
    delivery(delivery: number): Promise<admin.Delivery>;
    /** Repeated writes. */
    duplicates(): Promise<admin.DuplicateWrite[]>;
    /** Expires the access token of a pair. */
    expireAccessToken(token: number): Promise<void>;
    /** The fault rules in force. */
    faults(): Promise<admin.ActiveFault[]>;
    /** Freezes the clock. From now on no job runs by itself. */
    freeze(): Promise<admin.ClockStatus>;
    /** The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are `[redacted]`. */
    httpArchive(): Promise<unknown>;
    /** The uploads of the app: images and videos. Those for chats are in `chat-media`. */
    images(): Promise<admin.SandboxImage[]>;
    /** One world. */
    info(): Promise<admin.WorldInfo>;
    /** Subscriptions that ended with their tokens. */
    lapses(): Promise<admin.Lapse[]>;
    /** How much of each limit the app has used: searches and requests. */
    limits(): Promise<admin.LimitUse[]>;
    /** The messages of a conversation, with the buttons of both sides. */
    messages(conversation: string): Promise<admin.WrittenMessage[]>;
    /** The money of a world: the app's balance, its transactions, and the rules of payments. */
    money(): Promise<admin.Money>;
    /**
     * Moves a post to another stage.
     *
     * @param stage The new stage.
     */
    movePost(post: string, stage: admin.Stage): Promise<admin.SandboxPost>;
    /** A post as its owner sees it, with its statistics. */
    ownView(post: string): Promise<admin.OwnView>;
    /** Pauses all deliveries. */
    pauseDeliveries(): Promise<void>;
    /** The logins that wait for the user: open consent pages, oldest first. */
    pendingConsents(): Promise<admin.PendingConsent[]>;
    /** One post, unless it is archived. */
    post(post: string): Promise<admin.SandboxPost>;
    /** All posts, in the order they were added, without the archived ones. */
    posts(): Promise<admin.SandboxPost[]>;
    /**
     * Delivers an event again.
     *
     * @returns Its number in the world.
     */
    redeliver(delivery: number): Promise<number>;
    /**
     * Deletes a world with all its data. The default world cannot be deleted, because it receives the requests that name
     * no world: reset it instead.
     */
    remove(): Promise<void>;
    /** Removes a fault rule. */
    removeFault(fault: number): Promise<void>;
    /** One request, with the headers and bodies of both sides. */
    request(request: number): Promise<admin.RequestDetails>;
    /**
     * The latest 10,000 requests of the app, oldest first. With `limit`: a page of them, newest first.
     *
     * @param endpoint Name of the endpoint, such as `oauth.refresh`.
     */
    requests(endpoint?: string): Promise<admin.RequestRecord[]>;
    /** Restores a snapshot, by its name or its number. */
    restoreSnapshot(snapshot: string): Promise<admin.WorldInfo>;
    /**
     * Resumes deliveries.
     *
     * @param order In which order they are sent.
     */
    resumeDeliveries(order?: admin.Order): Promise<void>;
    /** Ends the review of a post or of its edit now. */
    reviewPost(post: string, reviewDecision: admin.ReviewDecision): Promise<admin.OwnView>;
    /** The posts that are in review or whose edit is, and those whose last review did not accept them or their edit. */
    reviews(): Promise<admin.PostReview[]>;
    /** Revokes the app's access for a user. */
    revokeAccess(user: string): Promise<void>;
    /** Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair. */
    rotateTokens(token: number): Promise<admin.TokenPair>;
    /** Advances the time until no delivery and no delayed add-on is left. */
    runUntilIdle(): Promise<admin.FiredJobs>;
    /** The app's semantic record of a post. */
    semanticOfPost(post: string): Promise<admin.StoredRecord>;
    /** The app's semantic record of a user. */
    semanticOfUser(user: string): Promise<admin.StoredRecord>;
    /** Sends the event of a changed transaction to the app. */
    sendTransaction(transaction: admin.Transaction): Promise<void>;
    /**
     * Sets the time. A later time runs the jobs that become due; an earlier one runs none.
     *
     * @param to The new time.
     */
    setClock(to: string): Promise<admin.FiredJobs>;
    /** Sets or removes a custom button on a post or of a business. */
    setCustomButton(customButtonChange: admin.CustomButtonChange): Promise<admin.SandboxCustomButton[]>;
    /**
     * Sets how much of limits is used, such as 99 of 100 searches.
     *
     * @param used The number by the name of the limit, such as `searches`. The others stay.
     */
    setLimitsUsed(used: Record<string, unknown>): Promise<admin.LimitUse[]>;
    /**
     * Ends a pending transaction, or a payment that is being reconciled, now.
     *
     * @param end The end. A payment from a wallet fails unless it is completed.
     */
    settlePayment(payment: string, end: admin.PaymentEnd): Promise<admin.Money>;
    /**
     * A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of images.
     */
    snapshotFile(snapshot: string): Promise<unknown>;
    /** The kept snapshots, oldest first. */
    snapshots(): Promise<admin.SnapshotInfo[]>;
    /**
     * Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`. A
     * running backend is replaced, and its users are forgotten.
     */
    startBackend(backendSettings: admin.BackendSettings): Promise<admin.BackendInfo>;
    /**
     * Stops the backend of the app.
     *
     * @returns Whether a backend was running.
     */
    stopBackend(): Promise<boolean>;
    /** The subscriptions whose access token is valid. */
    subscriptions(): Promise<admin.ActiveSubscription[]>;
    /** All switches of the world, and its profile. */
    switches(): Promise<admin.Switches>;
    /**
     * Keeps a snapshot of the world in memory. The latest 32 are kept.
     *
     * @returns Its number in the world, as the text that the other operations take.
     */
    takeSnapshot(): Promise<string>;
    /**
     * The report of a token.
     *
     * @param token An access or refresh token.
     */
    tokenReport(token: string): Promise<admin.TokenReport>;
    /** Every pair of tokens of this world, without the tokens. */
    tokens(): Promise<admin.TokenReport[]>;
    /**
     * All events that have not reached the app, with the reason: no subscription, no address, a subscription in another
     * world, a delivery that failed or is waiting.
     */
    undelivered(): Promise<admin.Undelivered[]>;
    /** Lets the clock run. */
    unfreeze(): Promise<admin.ClockStatus>;
    /** What happens next, earliest first; at most 1000. */
    upcoming(): Promise<admin.Upcoming[]>;
    /** The app's add-ons on users. */
    userAddons(): Promise<admin.SandboxUserAddon[]>;
    /** All users. */
    users(): Promise<admin.SandboxUser[]>;
    /** Waits until there are enough requests or delivered events, or until the timeout. */
    waitFor(expectation: admin.Expectation): Promise<admin.WaitResult>;
}
