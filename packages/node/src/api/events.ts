// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { Subscription } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { PlatformUser } from '../native-types.js'

/** Calls about events for a user. */
export class UserEvents {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Subscribes to events for as long as the access token is valid. After a refresh the subscription must be made again;
   * `user.subscriptions` does this automatically. The platform has no call that lists or ends subscriptions.
   *
   * Whether a second subscription replaces the first one or is added to it is not documented. If it is added, each
   * event arrives twice, with the same `dedupeKey`. The scope depends on the event type, see `requiredScopes`. The
   * platform calls this service experimental.
   *
   * Key permission `EVENTS_REGISTER_SUBSCRIPTION`. Source: `docs/platform.md#subscriptions`.
   *
   * @param subscription The type of the events and the object that they are about.
   */
  subscribe(subscription: Subscription, options?: CallOptions): Promise<void> {
    return callEndpoint('events.subscribe', this.#native, options, (native, callId, core) =>
      native.eventsSubscribe(callId, subscription, core))
  }
}
