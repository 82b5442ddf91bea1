// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.

import type * as admin from './admin.js'
import type { AdminConnection } from './connection.js'

/** The operations of the sandbox's admin API on one world. Each is rejected with a `SandboxError` for what the sandbox refuses. */
export abstract class WorldOperations {
  readonly #admin: AdminConnection

  /** @internal */
  constructor(connection: AdminConnection) {
    this.#admin = connection
  }

  /** Adds users, businesses, posts and conversations. Entries before a refused one are added. */
  add(seed: admin.Seed): Promise<admin.AddedData> {
    return this.#admin.post('/seed', seed)
  }

  /**
   * Adds a fault rule.
   *
   * @returns Its number in the world.
   */
  async addFault(faultRule: admin.FaultRule): Promise<number> {
    return (await this.#admin.post<{ id: number }>('/faults', faultRule)).id
  }

  /**
   * Adds the fault rules of a preset.
   *
   * @returns Their numbers in the world.
   */
  async addFaultPreset(preset: string): Promise<number[]> {
    return (await this.#admin.post<{ ids: number[] }>(`/faults/presets/${encodeURIComponent(preset)}`)).ids
  }

  /** The add-ons that the page of a post shows. */
  addons(post: string): Promise<admin.ShownAddon[]> {
    return this.#admin.get(`/posts/${encodeURIComponent(post)}/addons`)
  }

  /**
   * Advances the time, and runs the jobs that become due. It is the time of the platform: the keeper, the inbox and the
   * logins of an app go by the clock of their machine.
   *
   * @param seconds Seconds.
   */
  advance(seconds: number): Promise<admin.FiredJobs> {
    return this.#admin.post('/clock/advance', { seconds })
  }

  /** The settings of the app, with its generated credentials. */
  appSettings(): Promise<admin.AppSettings> {
    return this.#admin.get('/app')
  }

  /** Lets one user block another, or ends it: messages between the two are refused with 412. */
  async block(block: admin.Block): Promise<void> {
    await this.#admin.put('/blocks', block)
  }

  /** All businesses. */
  businesses(): Promise<admin.SandboxBusiness[]> {
    return this.#admin.get('/businesses')
  }

  /**
   * Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members get
   * their defaults.
   */
  changeMoney(moneyChange: admin.MoneyChange): Promise<admin.Money> {
    return this.#admin.put('/money', moneyChange)
  }

  /** Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given stay. */
  changePost(post: string, postChange: admin.PostChange): Promise<admin.SandboxPost> {
    return this.#admin.patch(`/posts/${encodeURIComponent(post)}`, postChange)
  }

  /** Changes the given switches. With `profile`, sets all others to those of the profile. */
  changeSwitches(switchChange: admin.SwitchChange): Promise<admin.Switches> {
    return this.#admin.patch('/switches', switchChange)
  }

  /** What the app uploaded for messages of chats, also if no message names it. */
  chatMedia(): Promise<admin.SandboxChatMedium[]> {
    return this.#admin.get('/chat-media')
  }

  /** Removes all fault rules. */
  async clearFaults(): Promise<void> {
    await this.#admin.delete('/faults')
  }

  /** Simulates a click of a user. */
  click(click: admin.Click): Promise<admin.ClickOutcome> {
    return this.#admin.post('/clicks', click)
  }

  /** The state of the clock, and the planned jobs. */
  clock(): Promise<admin.ClockStatus> {
    return this.#admin.get('/clock')
  }

  /** All conversations. */
  conversations(): Promise<admin.SandboxConversation[]> {
    return this.#admin.get('/conversations')
  }

  /** The credentials that each host received. */
  credentials(): Promise<admin.CredentialSighting[]> {
    return this.#admin.get('/credentials')
  }

  /** The app's custom buttons on posts and of businesses. */
  customButtons(): Promise<admin.SandboxCustomButton[]> {
    return this.#admin.get('/custom-buttons')
  }

  /** Deletes a snapshot. */
  async deleteSnapshot(snapshot: string): Promise<void> {
    await this.#admin.delete(`/snapshots/${encodeURIComponent(snapshot)}`)
  }

  /**
   * Delivers any body as an event.
   *
   * @param body The body to deliver.
   * @returns Its number in the world.
   */
  async deliver(body: unknown): Promise<number> {
    return (await this.#admin.post<{ delivery: number }>('/deliveries', { body })).delivery
  }

  /**
   * Delivers an event in a documented form that differs from the observed one.
   *
   * @param sample The sample.
   * @returns Its number in the world.
   */
  async deliverSample(sample: admin.Sample): Promise<number> {
    return (await this.#admin.post<{ delivery: number }>('/deliveries/samples', { sample })).delivery
  }

  /** All events for the app, with all delivery attempts. */
  deliveries(): Promise<admin.Delivery[]> {
    return this.#admin.get('/deliveries')
  }

  /** One event for the app, with all delivery attempts. */
  delivery(delivery: number): Promise<admin.Delivery> {
    return this.#admin.get(`/deliveries/${delivery}`)
  }

  /** Repeated writes. */
  duplicates(): Promise<admin.DuplicateWrite[]> {
    return this.#admin.get('/duplicates')
  }

  /** Expires the access token of a pair. */
  async expireAccessToken(token: number): Promise<void> {
    await this.#admin.post(`/tokens/${token}/expire`)
  }

  /** The fault rules in force. */
  faults(): Promise<admin.ActiveFault[]> {
    return this.#admin.get('/faults')
  }

  /** Freezes the clock. From now on no job runs by itself. */
  freeze(): Promise<admin.ClockStatus> {
    return this.#admin.post('/clock/freeze')
  }

  /** The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are `[redacted]`. */
  httpArchive(): Promise<unknown> {
    return this.#admin.get('/requests.har')
  }

  /** The uploads of the app: images and videos. Those for chats are in `chat-media`. */
  images(): Promise<admin.SandboxImage[]> {
    return this.#admin.get('/images')
  }

  /** One world. */
  info(): Promise<admin.WorldInfo> {
    return this.#admin.get('')
  }

  /** Subscriptions that ended with their tokens. */
  lapses(): Promise<admin.Lapse[]> {
    return this.#admin.get('/lapses')
  }

  /** How much of each limit the app has used: searches and requests. */
  limits(): Promise<admin.LimitUse[]> {
    return this.#admin.get('/limits')
  }

  /** The messages of a conversation, with the buttons of both sides. */
  messages(conversation: string): Promise<admin.WrittenMessage[]> {
    return this.#admin.get(`/conversations/${encodeURIComponent(conversation)}/messages`)
  }

  /** The money of a world: the app's balance, its transactions, and the rules of payments. */
  money(): Promise<admin.Money> {
    return this.#admin.get('/money')
  }

  /**
   * Moves a post to another stage.
   *
   * @param stage The new stage.
   */
  movePost(post: string, stage: admin.Stage): Promise<admin.SandboxPost> {
    return this.#admin.put(`/posts/${encodeURIComponent(post)}/stage`, { stage })
  }

  /** A post as its owner sees it, with its statistics. */
  ownView(post: string): Promise<admin.OwnView> {
    return this.#admin.get(`/posts/${encodeURIComponent(post)}/own`)
  }

  /** Pauses all deliveries. */
  async pauseDeliveries(): Promise<void> {
    await this.#admin.post('/deliveries/pause')
  }

  /** The logins that wait for the user: open consent pages, oldest first. */
  pendingConsents(): Promise<admin.PendingConsent[]> {
    return this.#admin.get('/consents')
  }

  /** One post, unless it is archived. */
  post(post: string): Promise<admin.SandboxPost> {
    return this.#admin.get(`/posts/${encodeURIComponent(post)}`)
  }

  /** All posts, in the order they were added, without the archived ones. */
  posts(): Promise<admin.SandboxPost[]> {
    return this.#admin.get('/posts')
  }

  /**
   * Delivers an event again.
   *
   * @returns Its number in the world.
   */
  async redeliver(delivery: number): Promise<number> {
    return (await this.#admin.post<{ delivery: number }>(`/deliveries/${delivery}/redeliver`)).delivery
  }

  /**
   * Deletes a world with all its data. The default world cannot be deleted, because it receives the requests that name
   * no world: reset it instead.
   */
  async remove(): Promise<void> {
    await this.#admin.delete('')
  }

  /** Removes a fault rule. */
  async removeFault(fault: number): Promise<void> {
    await this.#admin.delete(`/faults/${fault}`)
  }

  /** One request, with the headers and bodies of both sides. */
  request(request: number): Promise<admin.RequestDetails> {
    return this.#admin.get(`/requests/${request}`)
  }

  /**
   * The latest 10,000 requests of the app, oldest first. With `limit`: a page of them, newest first.
   *
   * @param endpoint Name of the endpoint, such as `oauth.refresh`.
   */
  requests(endpoint?: string): Promise<admin.RequestRecord[]> {
    return this.#admin.get(endpoint === undefined ? '/requests' : `/requests?endpoint=${encodeURIComponent(endpoint)}`)
  }

  /** Restores a snapshot, by its name or its number. */
  restoreSnapshot(snapshot: string): Promise<admin.WorldInfo> {
    return this.#admin.post(`/snapshots/${encodeURIComponent(snapshot)}/restore`)
  }

  /**
   * Resumes deliveries.
   *
   * @param order In which order they are sent.
   */
  async resumeDeliveries(order?: admin.Order): Promise<void> {
    await this.#admin.post('/deliveries/resume', { order })
  }

  /** Ends the review of a post or of its edit now. */
  reviewPost(post: string, reviewDecision: admin.ReviewDecision): Promise<admin.OwnView> {
    return this.#admin.post(`/posts/${encodeURIComponent(post)}/review`, reviewDecision)
  }

  /** The posts that are in review or whose edit is, and those whose last review did not accept them or their edit. */
  reviews(): Promise<admin.PostReview[]> {
    return this.#admin.get('/reviews')
  }

  /** Revokes the app's access for a user. */
  async revokeAccess(user: string): Promise<void> {
    await this.#admin.post(`/users/${encodeURIComponent(user)}/revoke`)
  }

  /** Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair. */
  rotateTokens(token: number): Promise<admin.TokenPair> {
    return this.#admin.post(`/tokens/${token}/rotate`)
  }

  /** Advances the time until no delivery and no delayed add-on is left. */
  runUntilIdle(): Promise<admin.FiredJobs> {
    return this.#admin.post('/clock/run-until-idle')
  }

  /** The app's semantic record of a post. */
  semanticOfPost(post: string): Promise<admin.StoredRecord> {
    return this.#admin.get(`/posts/${encodeURIComponent(post)}/semantic`)
  }

  /** The app's semantic record of a user. */
  semanticOfUser(user: string): Promise<admin.StoredRecord> {
    return this.#admin.get(`/users/${encodeURIComponent(user)}/semantic`)
  }

  /** Sends the event of a changed transaction to the app. */
  async sendTransaction(transaction: admin.Transaction): Promise<void> {
    await this.#admin.post('/transactions', transaction)
  }

  /**
   * Sets the time. A later time runs the jobs that become due; an earlier one runs none.
   *
   * @param to The new time.
   */
  setClock(to: string): Promise<admin.FiredJobs> {
    return this.#admin.post('/clock/set', { to })
  }

  /** Sets or removes a custom button on a post or of a business. */
  setCustomButton(customButtonChange: admin.CustomButtonChange): Promise<admin.SandboxCustomButton[]> {
    return this.#admin.put('/custom-buttons', customButtonChange)
  }

  /**
   * Sets how much of limits is used, such as 99 of 100 searches.
   *
   * @param used The number by the name of the limit, such as `searches`. The others stay.
   */
  setLimitsUsed(used: Record<string, unknown>): Promise<admin.LimitUse[]> {
    return this.#admin.put('/limits', { used })
  }

  /**
   * Ends a pending transaction, or a payment that is being reconciled, now.
   *
   * @param end The end. A payment from a wallet fails unless it is completed.
   */
  settlePayment(payment: string, end: admin.PaymentEnd): Promise<admin.Money> {
    return this.#admin.post(`/payments/${encodeURIComponent(payment)}/settle`, { end })
  }

  /**
   * A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of images.
   */
  snapshotFile(snapshot: string): Promise<unknown> {
    return this.#admin.get(`/snapshots/${encodeURIComponent(snapshot)}`)
  }

  /** The kept snapshots, oldest first. */
  snapshots(): Promise<admin.SnapshotInfo[]> {
    return this.#admin.get('/snapshots')
  }

  /**
   * Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`. A
   * running backend is replaced, and its users are forgotten.
   */
  startBackend(backendSettings: admin.BackendSettings): Promise<admin.BackendInfo> {
    return this.#admin.put('/backend', backendSettings)
  }

  /**
   * Stops the backend of the app.
   *
   * @returns Whether a backend was running.
   */
  async stopBackend(): Promise<boolean> {
    return (await this.#admin.delete<{ stopped: boolean }>('/backend')).stopped
  }

  /** The subscriptions whose access token is valid. */
  subscriptions(): Promise<admin.ActiveSubscription[]> {
    return this.#admin.get('/subscriptions')
  }

  /** All switches of the world, and its profile. */
  switches(): Promise<admin.Switches> {
    return this.#admin.get('/switches')
  }

  /**
   * Keeps a snapshot of the world in memory. The latest 32 are kept.
   *
   * @returns Its number in the world, as the text that the other operations take.
   */
  async takeSnapshot(): Promise<string> {
    return (await this.#admin.post<{ snapshot: string }>('/snapshots')).snapshot
  }

  /**
   * The report of a token.
   *
   * @param token An access or refresh token.
   */
  tokenReport(token: string): Promise<admin.TokenReport> {
    return this.#admin.post('/tokens/report', { token })
  }

  /** Every pair of tokens of this world, without the tokens. */
  tokens(): Promise<admin.TokenReport[]> {
    return this.#admin.get('/tokens')
  }

  /**
   * All events that have not reached the app, with the reason: no subscription, no address, a subscription in another
   * world, a delivery that failed or is waiting.
   */
  undelivered(): Promise<admin.Undelivered[]> {
    return this.#admin.get('/undelivered')
  }

  /** Lets the clock run. */
  unfreeze(): Promise<admin.ClockStatus> {
    return this.#admin.post('/clock/unfreeze')
  }

  /** What happens next, earliest first; at most 1000. */
  upcoming(): Promise<admin.Upcoming[]> {
    return this.#admin.get('/clock/upcoming')
  }

  /** The app's add-ons on users. */
  userAddons(): Promise<admin.SandboxUserAddon[]> {
    return this.#admin.get('/user-addons')
  }

  /** All users. */
  users(): Promise<admin.SandboxUser[]> {
    return this.#admin.get('/users')
  }

  /** Waits until there are enough requests or delivered events, or until the timeout. */
  waitFor(expectation: admin.Expectation): Promise<admin.WaitResult> {
    return this.#admin.post('/wait', expectation)
  }
}
