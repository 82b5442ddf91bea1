// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import {
  AmbiguousOutcome,
  ApiError,
  AuthorizationRefused,
  CallbackRejected,
  CodeRejected,
  ConfigError,
  DecodeError,
  InternalError,
  InvalidInput,
  MissingScope,
  NotFound,
  PreconditionFailed,
  RateLimited,
  ReauthRequired,
  RefreshUnavailable,
  ServerError,
  StateExpired,
  StateMismatch,
  StoreError,
  TransportError,
  Unauthorized,
  WebhookRejected,
  type OpenPlatformError,
} from './errors.js'
import type { ErrorReport } from './model.js'

/**
 * The class of each code of the core.
 *
 * @internal
 */
export const CLASSES = {
  invalid_input: InvalidInput,
  config: ConfigError,
  internal: InternalError,
  rejected: ApiError,
  rate_limited: RateLimited,
  unauthorized: Unauthorized,
  missing_scope: MissingScope,
  not_found: NotFound,
  precondition_failed: PreconditionFailed,
  server: ServerError,
  state_mismatch: StateMismatch,
  state_expired: StateExpired,
  callback_rejected: CallbackRejected,
  authorization_refused: AuthorizationRefused,
  code_rejected: CodeRejected,
  reauth_required: ReauthRequired,
  refresh_unavailable: RefreshUnavailable,
  transport: TransportError,
  ambiguous_outcome: AmbiguousOutcome,
  decode: DecodeError,
  webhook: WebhookRejected,
  store: StoreError,
} satisfies Record<string, new (report: ErrorReport) => OpenPlatformError>

/**
 * The text of an `InternalError`.
 *
 * @internal
 */
export const INTERNAL_TEXT = 'a fault in the Open Platform SDK, not in your program: please report it'
