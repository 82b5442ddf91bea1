// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type {
  Acceptance,
  AccessRight,
  AccessRights,
  Action,
  AddonCreated,
  Alternative,
  AppAccess,
  AppStep,
  Asset,
  AssetList,
  Attempt,
  Authorization,
  Balance,
  BotMessage,
  BotMessageSent,
  BotStart,
  Business,
  BusinessAddon,
  BusinessData,
  BusinessList,
  BusinessRole,
  BusinessTrade,
  BusinessType,
  Button,
  ButtonBar,
  ButtonGrid,
  ButtonRow,
  CallTrace,
  CarouselItem,
  Change,
  ChangeKind,
  ChatMessage,
  ChatUploadToken,
  Color,
  ConformanceFailure,
  ContactData,
  Conversation,
  ConversationRecord,
  ConversationType,
  CustomButton,
  CustomButtonType,
  Cutoff,
  DailyCount,
  DeadLetter,
  Delivery,
  Deprecation,
  DescriptionRow,
  DirectLink,
  DynamicActionReply,
  DynamicActionRequest,
  Ending,
  EndpointRow,
  ErrorReport,
  EvaluationRow,
  EvaluationSection,
  EventRow,
  FieldIssue,
  FileData,
  FoundPost,
  FoundPosts,
  Gap,
  GrantInfo,
  GrantPage,
  GrantState,
  GrantWarning,
  GroupInfoItem,
  GroupInfoRow,
  HandledEvent,
  HookLog,
  HookStep,
  HttpMethod,
  ImageCarouselRow,
  ImageData,
  InboxCounts,
  InboxItem,
  Json,
  KeeperReport,
  LegacyAction,
  LegacyActionPayload,
  LegacyButton,
  LegacyButtonData,
  LegacyCarouselItem,
  LegacyDescriptionRow,
  LegacyEvaluationRow,
  LegacyEvaluationSection,
  LegacyEventRow,
  LegacyGroupInfoRow,
  LegacyIcon,
  LegacyImageCarouselRow,
  LegacyMessage,
  LegacyNotification,
  LegacyNotificationData,
  LegacyNotificationMetadata,
  LegacyNotificationPayload,
  LegacyParty,
  LegacyPostAddon,
  LegacyPostEdit,
  LegacyScoreRow,
  LegacySelectorRow,
  LegacySubtitleRow,
  LegacyTitleRow,
  LegacyUploadUrl,
  LegacyUserAddon,
  LegacyVerification,
  LegacyWideButton,
  LegacyWideButtonBar,
  LegacyWidget,
  LegacyWidgets,
  ListedPost,
  LocationData,
  LocationType,
  LoginOutcome,
  LoginStep,
  Maturity,
  MediaUploadUrls,
  Message,
  MessageContent,
  MessageSent,
  Migrated,
  NackOutcome,
  NoResponse,
  NumberRange,
  OwnPost,
  OwnPostState,
  PayStatus,
  PaymentReport,
  Phone,
  PhoneNumbers,
  Post,
  PostAddon,
  PostCounts,
  PostDetails,
  PostEdit,
  PostList,
  PostPayment,
  PostPricing,
  PostReordered,
  PostSearch,
  PostState,
  PostStats,
  PostSubmission,
  PostSubmitted,
  PostUpdate,
  PostUpdateType,
  PostUploadUrls,
  PostVideo,
  Price,
  ProfileImage,
  Promotion,
  PromotionOperation,
  PromotionPayment,
  RawResponse,
  RealEstateFields,
  ReceivedHook,
  RecordCreated,
  RecordedRequest,
  Refresh,
  Rejection,
  Reply,
  Requirements,
  Rials,
  ScopeRow,
  ScoreRow,
  ScriptedOutcome,
  ScriptedResponse,
  SearchFilters,
  SelectorRow,
  SemanticRecord,
  Sender,
  SenderSide,
  SenderType,
  ServicePrice,
  StartReply,
  StartRequest,
  StartSource,
  StartVersion,
  SubmitPermission,
  SubmitSchema,
  Subscription,
  SubscriptionInfo,
  SubscriptionStatus,
  SubscriptionType,
  SubtitleRow,
  TicketCheck,
  TicketProblem,
  TitleRow,
  Tokens,
  TomanRange,
  Tomans,
  Touchpoint,
  TraceAttribute,
  TracedRetry,
  Transaction,
  TransactionPage,
  TransactionQuery,
  TransactionState,
  TransactionType,
  TransportErrorKind,
  UnreadableGrant,
  UploadTarget,
  UploadedChatMedia,
  UploadedImage,
  UploadedPostImage,
  UploadedPostVideo,
  User,
  UserAccessRevocation,
  UserAddon,
  UserIdQuery,
  UserIdResponse,
  UserIdSemanticRecord,
  UserSide,
  ValidTicket,
  VehicleFields,
  VideoData,
  VoiceData,
  Widget,
  WorkerLog,
} from './model.js'
import type {
  LogLine,
  StoreRequest,
  StoreResponse,
  StoredRecord,
} from './native-types.js'

/**
 * Decodes the values of the native add-on.
 *
 * The add-on writes a value into one string: words and texts in the order of the members, without their names. A word is a
 * small number: six bits in each character, the lowest first, and one more bit if another character follows. A text is a word
 * with its length, followed by the text. Bytes are beside the string, which has their number
 * from 1, or 0 for no bytes.
 *
 * For speed a word that is always small is read in place, because Node does not inline every small function.
 *
 * @internal
 */

/** The longest string whose substrings are used as texts. A substring keeps the whole string alive, so those of a longer one are copied. */
const MAX_SHARED = 1024

/** The milliseconds of a day. A date is passed as days and milliseconds, each of which is one word. */
const DAY = 86_400_000

// The string that is decoded, the position in it, the byte arrays, and whether texts are copied.
let s = ''
let p = 0
let b: Uint8Array[] | undefined
let copied = false

function word(): number {
  const c = s.charCodeAt(p++)
  return c < 64 ? c : long(c)
}

function long(c: number): number {
  let n = c - 64
  let k = 6
  do {
    c = s.charCodeAt(p++)
    n |= (c & 63) << k
    k += 6
  } while (c > 63)
  return n
}

function part(): string {
  const n = word()
  return s.substring(p, p += n)
}

function text(): string {
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  const t = s.substring(p, p += n)
  return copied ? copy(t) : t
}

/** A string that shares no memory with the encoded one. */
function copy(t: string): string {
  return (' ' + t).slice(1)
}

function whole(): number {
  const n = word() - 1
  return n < 0 ? +part() : n >> 1 ^ -(n & 1)
}

function bytes(): Uint8Array {
  const n = word()
  return n === 0 ? Buffer.alloc(0) : b![n - 1]!
}

/** Arbitrary JSON, token by token. */
function json(): Json {
  switch (s.charCodeAt(p++)) {
    case 0: return null
    case 1: return false
    case 2: return true
    case 3: return +part()
    case 6: {
      const a: Json[] = []
      while (s.charCodeAt(p) !== END) a.push(json())
      p++
      return a
    }
    case 7: {
      const o: Record<string, Json> = {}
      let c
      while ((c = s.charCodeAt(p++)) !== END) put(o, c, text(), json())
      return o
    }
    default: return text()
  }
}

/** The token before the name of a member, and of one that every object inherits, which an assignment would not create. */
const NAME = 4

/** The token at the end of an array or object. */
const END = 8

function put<T>(o: Record<string, T>, c: number, name: string, value: T): void {
  if (c === NAME) o[name] = value
  else Object.defineProperty(o, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Decodes a string of the add-on, with the byte arrays in it. */
export type Decoder = (string: string, byteArrays?: Uint8Array[]) => unknown

/**
 * The decoder of a type: of a data type by its name, `[item]` for an array, `value?` for what may be absent.
 *
 * @returns nothing if there is none whose layout has the fingerprint: the add-on was made from other types than this package.
 */
export function findDecoder(fingerprint: string, type: string): Decoder | undefined {
  const decode = reader(fingerprint, type)
  return decode && ((string, byteArrays) => {
    s = string
    p = 0
    b = byteArrays
    copied = s.length > MAX_SHARED
    const value = decode()
    // Releases the string before the next call.
    s = ''
    b = undefined
    return value
  })
}

function reader(fingerprint: string, type: string): (() => unknown) | undefined {
  const last = type.at(-1)
  if (last === '?') {
    const value = reader(fingerprint, type.slice(0, -1))
    return value && (() => s.charCodeAt(p++) ? value() : null)
  }
  if (last === ']' || last === '}') {
    const item = reader(fingerprint, type.slice(1, -1))
    return item && (() => (last === ']' ? listOf : mapOf)(item))
  }
  const known = TYPES[type]
  return known?.[0] === fingerprint ? known[1] : undefined
}

function listOf<T>(item: () => T): T[] {
  const a: T[] = []
  for (let n = word(); n > 0; n--) a.push(item())
  return a
}

function mapOf<T>(value: () => T): Record<string, T> {
  const o: Record<string, T> = {}
  for (let n = word(); n > 0; n--) put(o, s.charCodeAt(p++), text(), value())
  return o
}

function listOfAccessRight(): AccessRight[] {
  const a: AccessRight[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeAccessRight())
  return a
}

function listOfAlternative(): Alternative[] {
  const a: Alternative[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeAlternative())
  return a
}

function listOfAsset(): Asset[] {
  const a: Asset[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeAsset())
  return a
}

function listOfBusiness(): Business[] {
  const a: Business[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeBusiness())
  return a
}

function listOfButton(): Button[] {
  const a: Button[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeButton())
  return a
}

function listOfButtonRow(): ButtonRow[] {
  const a: ButtonRow[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeButtonRow())
  return a
}

function listOfCarouselItem(): CarouselItem[] {
  const a: CarouselItem[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeCarouselItem())
  return a
}

function listOfChange(): Change[] {
  const a: Change[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeChange())
  return a
}

function listOfChatMessage(): ChatMessage[] {
  const a: ChatMessage[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeChatMessage())
  return a
}

function listOfDailyCount(): DailyCount[] {
  const a: DailyCount[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeDailyCount())
  return a
}

function listOfFieldIssue(): FieldIssue[] {
  const a: FieldIssue[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeFieldIssue())
  return a
}

function listOfFoundPost(): FoundPost[] {
  const a: FoundPost[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeFoundPost())
  return a
}

function listOfGrantInfo(): GrantInfo[] {
  const a: GrantInfo[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeGrantInfo())
  return a
}

function listOfGroupInfoItem(): GroupInfoItem[] {
  const a: GroupInfoItem[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeGroupInfoItem())
  return a
}

function listOfHookLog(): HookLog[] {
  const a: HookLog[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeHookLog())
  return a
}

function listOfJson(): Json[] {
  const a: Json[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(json())
  return a
}

function listOfLegacyCarouselItem(): LegacyCarouselItem[] {
  const a: LegacyCarouselItem[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeLegacyCarouselItem())
  return a
}

function listOfLegacyWidget(): LegacyWidget[] {
  const a: LegacyWidget[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeLegacyWidget())
  return a
}

function listOfListedPost(): ListedPost[] {
  const a: ListedPost[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeListedPost())
  return a
}

function listOfPhone(): Phone[] {
  const a: Phone[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(text())
  return a
}

function listOfStoredRecord(): StoredRecord[] {
  const a: StoredRecord[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeStoredRecord())
  return a
}

function listOfText(): string[] {
  const a: string[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(text())
  return a
}

function listOfTraceAttribute(): TraceAttribute[] {
  const a: TraceAttribute[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeTraceAttribute())
  return a
}

function listOfTracedRetry(): TracedRetry[] {
  const a: TracedRetry[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeTracedRetry())
  return a
}

function listOfTransaction(): Transaction[] {
  const a: Transaction[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeTransaction())
  return a
}

function listOfWidget(): Widget[] {
  const a: Widget[] = []
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) a.push(decodeWidget())
  return a
}

function mapOfJson(): Record<string, Json> {
  const o: Record<string, Json> = {}
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) put(o, s.charCodeAt(p++), text(), json())
  return o
}

function mapOfText(): Record<string, string> {
  const o: Record<string, string> = {}
  let n = s.charCodeAt(p++)
  if (n > 63) n = long(n)
  for (; n > 0; n--) put(o, s.charCodeAt(p++), text(), text())
  return o
}

function decodeRawResponse(): RawResponse {
  const o = { status: whole(), headers: mapOfText(), body: bytes() } as Partial<RawResponse> as RawResponse
  if (s.charCodeAt(p++)) o.requestId = text()
  o.attempts = whole()
  return o
}

function decodeAppStep(): AppStep {
  switch (s.charCodeAt(p++)) {
    case 0: return { step: 'body', limit: whole(), seconds: +part() }
    case 1: return { step: 'user' }
    case 2: return { step: 'perform' }
    default: return { step: 'answer', reply: decodeReply(), logs: listOfHookLog() }
  }
}

function decodeAppAccess(): AppAccess {
  return {
    token: text(),
    expiresIn: whole(),
    scopes: listOfText(),
    missingScopes: listOfText(),
  }
}

function decodeEndpointRow(): EndpointRow {
  const o = { name: text() } as Partial<EndpointRow> as EndpointRow
  if (s.charCodeAt(p++)) o.number = text()
  o.method = text()
  o.host = text()
  o.path = text()
  o.credentials = text()
  o.body = text()
  o.retry = text()
  o.scopes = listOfText()
  o.scopeRule = text()
  if (s.charCodeAt(p++)) o.permission = text()
  if (s.charCodeAt(p++)) o.deprecation = decodeDeprecation()
  o.lifecycle = text()
  o.appUse = text()
  o.purpose = text()
  o.source = text()
  return o
}

function decodeDeprecation(): Deprecation {
  return { replacement: text(), since: text() }
}

function decodeRejection(): Rejection {
  return { status: whole(), reason: text() }
}

function decodeErrorReport(): ErrorReport {
  const o = { code: text(), text: text() } as Partial<ErrorReport> as ErrorReport
  if (s.charCodeAt(p++)) o.field = text()
  if (s.charCodeAt(p++)) o.subject = text()
  if (s.charCodeAt(p++)) o.reason = text()
  if (s.charCodeAt(p++)) o.status = whole()
  if (s.charCodeAt(p++)) o.platformCode = whole()
  o.details = listOfJson()
  if (s.charCodeAt(p++)) o.endpoint = text()
  if (s.charCodeAt(p++)) o.requestId = text()
  if (s.charCodeAt(p++)) o.attempts = whole()
  o.isRetryable = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.retryAfterSeconds = +part()
  if (s.charCodeAt(p++)) o.quota = text()
  o.needsScopes = listOfText()
  if (s.charCodeAt(p++)) o.needsPermission = text()
  if (s.charCodeAt(p++)) o.transport = text()
  if (s.charCodeAt(p++)) o.path = text()
  if (s.charCodeAt(p++)) o.sentAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.fingerprint = text()
  if (s.charCodeAt(p++)) o.thrown = whole()
  return o
}

const transportErrorKindWords: (TransportErrorKind | undefined)[] = [
  undefined,
  'connect',
  'tls',
  'interrupted',
  'deadline',
  'too_large',
  'redirect',
  'protocol',
]

function decodeTransportErrorKind(): TransportErrorKind {
  return transportErrorKindWords[s.charCodeAt(p++)]!
}

function decodeUnreadableGrant(): UnreadableGrant {
  const o = { key: text() } as Partial<UnreadableGrant> as UnreadableGrant
  if (s.charCodeAt(p++)) o.user = text()
  o.reason = text()
  return o
}

function decodeGrantPage(): GrantPage {
  const o = { grants: listOfGrantInfo() } as GrantPage
  if (s.charCodeAt(p++)) o.next = text()
  return o
}

function decodeHookLog(): HookLog {
  return { isError: s.charCodeAt(p++) === 1, text: text() }
}

function decodeHookStep(): HookStep {
  switch (s.charCodeAt(p++)) {
    case 0: return { step: 'body', limit: whole(), seconds: +part() }
    case 1: {
      const o = { step: 'remember', key: text() } as Partial<Extract<HookStep, { step: 'remember' }>> as Extract<HookStep, { step: 'remember' }>
      if (s.charCodeAt(p++)) o.windowSeconds = whole()
      o.timeoutSeconds = +part()
      return o
    }
    case 2: return { step: 'forget', key: text(), timeoutSeconds: +part() }
    case 3: return { step: 'store' }
    case 4: return {
      step: 'event',
      handler: text(),
      delivery: decodeDelivery(),
      keyId: text(),
    }
    case 5: return { step: 'start', request: decodeStartRequest(), keyId: text() }
    case 6: return {
      step: 'dynamic_action',
      request: decodeDynamicActionRequest(),
      keyId: text(),
    }
    default: {
      const o = { step: 'answer', reply: decodeReply() } as Partial<Extract<HookStep, { step: 'answer' }>> as Extract<HookStep, { step: 'answer' }>
      if (s.charCodeAt(p++)) o.record = decodeReceivedHook()
      o.logs = listOfHookLog()
      return o
    }
  }
}

function decodeEnding(): Ending {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'handled' }
    case 1: return { type: 'failed', reason: text(), detail: text() }
    case 2: return { type: 'given_up', reason: text() }
    default: return { type: 'interrupted' }
  }
}

const cutoffWords: (Cutoff | undefined)[] = [
  undefined,
  'handler_timeout',
  'drain_timeout',
]

function decodeCutoff(): Cutoff {
  return cutoffWords[s.charCodeAt(p++)]!
}

const acceptanceWords: (Acceptance | undefined)[] = [
  undefined,
  'new',
  'duplicate',
]

function decodeAcceptance(): Acceptance {
  return acceptanceWords[s.charCodeAt(p++)]!
}

const nackOutcomeWords: (NackOutcome | undefined)[] = [
  undefined,
  'retry',
  'dead_letter',
  'lease_lost',
]

function decodeNackOutcome(): NackOutcome {
  return nackOutcomeWords[s.charCodeAt(p++)]!
}

function decodeInboxItem(): InboxItem {
  const o = {
    id: text(),
    delivery: decodeDelivery(),
    attempts: whole(),
    receivedAt: new Date(whole() * DAY + whole()),
    keyId: text(),
    leasedUntil: new Date(whole() * DAY + whole()),
  } as InboxItem
  if (s.charCodeAt(p++)) o.lastError = text()
  return o
}

function decodeDeadLetter(): DeadLetter {
  return {
    id: text(),
    delivery: decodeDelivery(),
    attempts: whole(),
    receivedAt: new Date(whole() * DAY + whole()),
    keyId: text(),
    failedAt: new Date(whole() * DAY + whole()),
    reason: text(),
  }
}

function decodeInboxCounts(): InboxCounts {
  return { pending: whole(), deadLetters: whole() }
}

function decodeWorkerLog(): WorkerLog {
  return { isError: s.charCodeAt(p++) === 1, text: text() }
}

function decodeFieldIssue(): FieldIssue {
  return { path: text(), reason: text() }
}

function decodeKeeperReport(): KeeperReport {
  switch (s.charCodeAt(p++)) {
    case 0: {
      const o = { type: 'refreshed', grant: text() } as Partial<Extract<KeeperReport, { type: 'refreshed' }>> as Extract<KeeperReport, { type: 'refreshed' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.generation = whole()
      o.accessExpiresAt = new Date(whole() * DAY + whole())
      o.subscriptions = whole()
      return o
    }
    case 1: {
      const o = { type: 'reauth_soon', grant: text() } as Partial<Extract<KeeperReport, { type: 'reauth_soon' }>> as Extract<KeeperReport, { type: 'reauth_soon' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.endsAt = new Date(whole() * DAY + whole())
      o.certain = s.charCodeAt(p++) === 1
      return o
    }
    case 2: {
      const o = { type: 'reauth_required', grant: text() } as Partial<Extract<KeeperReport, { type: 'reauth_required' }>> as Extract<KeeperReport, { type: 'reauth_required' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.reason = text()
      return o
    }
    case 3: {
      const o = { type: 'gap', grant: text() } as Partial<Extract<KeeperReport, { type: 'gap' }>> as Extract<KeeperReport, { type: 'gap' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.eventType = subscriptionTypeWords[s.charCodeAt(p++)] ?? text()
      if (s.charCodeAt(p++)) o.eventResourceId = text()
      o.gap = decodeGap()
      return o
    }
    case 4: {
      const o = { type: 'blocked', grant: text() } as Partial<Extract<KeeperReport, { type: 'blocked' }>> as Extract<KeeperReport, { type: 'blocked' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.eventType = subscriptionTypeWords[s.charCodeAt(p++)] ?? text()
      if (s.charCodeAt(p++)) o.eventResourceId = text()
      o.status = subscriptionStatusWords[s.charCodeAt(p++)]!
      o.reason = text()
      return o
    }
    case 5: {
      const o = { type: 'late', grant: text() } as Partial<Extract<KeeperReport, { type: 'late' }>> as Extract<KeeperReport, { type: 'late' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.since = new Date(whole() * DAY + whole())
      o.subscriptions = whole()
      return o
    }
    case 6: {
      const o = { type: 'failing', grant: text() } as Partial<Extract<KeeperReport, { type: 'failing' }>> as Extract<KeeperReport, { type: 'failing' }>
      if (s.charCodeAt(p++)) o.user = text()
      o.failures = whole()
      o.reason = text()
      o.accessExpiresAt = new Date(whole() * DAY + whole())
      return o
    }
    case 7: return { type: 'stalled', code: text(), reason: text() }
    default: return { type: 'resumed', since: new Date(whole() * DAY + whole()) }
  }
}

function decodeLegacyMessage(): LegacyMessage {
  const o = {
    userId: text(),
    postToken: text(),
    peerId: text(),
    messageType: text(),
    message: text(),
  } as Partial<LegacyMessage> as LegacyMessage
  if (s.charCodeAt(p++)) o.senderBtn = decodeLegacyButton()
  if (s.charCodeAt(p++)) o.receiverBtn = decodeLegacyButton()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyButton(): LegacyButton {
  return {
    action: text(),
    data: decodeLegacyButtonData(),
    extra: mapOfJson(),
  }
}

function decodeLegacyButtonData(): LegacyButtonData {
  const o = {} as Partial<LegacyButtonData> as LegacyButtonData
  if (s.charCodeAt(p++)) o.iconName = text()
  if (s.charCodeAt(p++)) o.extraData = json()
  o.caption = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyNotification(): LegacyNotification {
  return {
    notificationType: text(),
    timestamp: text(),
    payload: decodeLegacyNotificationPayload(),
    extra: mapOfJson(),
  }
}

function decodeLegacyNotificationPayload(): LegacyNotificationPayload {
  return {
    id: text(),
    messageType: text(),
    sentAt: text(),
    data: decodeLegacyNotificationData(),
    sender: decodeLegacyParty(),
    receiver: decodeLegacyParty(),
    metadata: decodeLegacyNotificationMetadata(),
    extra: mapOfJson(),
  }
}

function decodeLegacyNotificationData(): LegacyNotificationData {
  const o = {} as Partial<LegacyNotificationData> as LegacyNotificationData
  if (s.charCodeAt(p++)) o.text = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyParty(): LegacyParty {
  return {
    id: text(),
    isSupply: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacyNotificationMetadata(): LegacyNotificationMetadata {
  return {
    category: text(),
    postToken: text(),
    title: text(),
    extra: mapOfJson(),
  }
}

function decodeLegacyWidgets(): LegacyWidgets {
  return { widgetList: listOfLegacyWidget(), extra: mapOfJson() }
}

function decodeLegacyPostAddon(): LegacyPostAddon {
  const o = {
    widgets: decodeLegacyWidgets(),
    semantic: mapOfText(),
    semanticSensitives: listOfText(),
  } as Partial<LegacyPostAddon> as LegacyPostAddon
  if (s.charCodeAt(p++)) o.notes = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyUserAddon(): LegacyUserAddon {
  const o = { widgets: decodeLegacyWidgets(), phone: text() } as Partial<LegacyUserAddon> as LegacyUserAddon
  if (s.charCodeAt(p++)) o.notes = text()
  if (s.charCodeAt(p++)) o.managementPermalink = text()
  o.categories = listOfText()
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.verificationCost = decodeRials()
  o.semantic = mapOfText()
  o.semanticSensitives = listOfText()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyVerification(): LegacyVerification {
  const o = { phone: text() } as Partial<LegacyVerification> as LegacyVerification
  if (s.charCodeAt(p++)) o.notes = text()
  o.semantic = mapOfText()
  o.semanticSensitives = listOfText()
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.verificationCost = decodeRials()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyPostEdit(): LegacyPostEdit {
  return {
    title: text(),
    description: text(),
    imagePaths: listOfText(),
    extra: mapOfJson(),
  }
}

function decodeLegacyUploadUrl(): LegacyUploadUrl {
  return { uploadUrl: text(), extra: mapOfJson() }
}

function decodeLegacyTitleRow(): LegacyTitleRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacySubtitleRow(): LegacySubtitleRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacyDescriptionRow(): LegacyDescriptionRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    expandable: s.charCodeAt(p++) === 1,
    isPrimary: s.charCodeAt(p++) === 1,
    small: s.charCodeAt(p++) === 1,
    padded: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacyWideButtonBar(): LegacyWideButtonBar {
  const o = {} as Partial<LegacyWideButtonBar> as LegacyWideButtonBar
  if (s.charCodeAt(p++)) o.style = text()
  o.button = decodeLegacyWideButton()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyWideButton(): LegacyWideButton {
  return { title: text(), action: decodeLegacyAction(), extra: mapOfJson() }
}

function decodeLegacySelectorRow(): LegacySelectorRow {
  const o = { title: text() } as Partial<LegacySelectorRow> as LegacySelectorRow
  if (s.charCodeAt(p++)) o.imageUrl = text()
  if (s.charCodeAt(p++)) o.icon = decodeLegacyIcon()
  o.hasDivider = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.action = decodeLegacyAction()
  if (s.charCodeAt(p++)) o.description = text()
  if (s.charCodeAt(p++)) o.notificationText = text()
  o.hasNotification = s.charCodeAt(p++) === 1
  o.hasArrow = s.charCodeAt(p++) === 1
  o.small = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.style = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyScoreRow(): LegacyScoreRow {
  const o = { title: text() } as Partial<LegacyScoreRow> as LegacyScoreRow
  if (s.charCodeAt(p++)) o.percentageScore = whole()
  if (s.charCodeAt(p++)) o.descriptiveScore = text()
  if (s.charCodeAt(p++)) o.scoreColor = colorWords[s.charCodeAt(p++)] ?? text()
  o.hasDivider = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.icon = decodeLegacyIcon()
  if (s.charCodeAt(p++)) o.action = decodeLegacyAction()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyImageCarouselRow(): LegacyImageCarouselRow {
  return {
    items: listOfLegacyCarouselItem(),
    hasDivider: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacyCarouselItem(): LegacyCarouselItem {
  const o = { imageUrl: text() } as Partial<LegacyCarouselItem> as LegacyCarouselItem
  if (s.charCodeAt(p++)) o.description = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyGroupInfoRow(): LegacyGroupInfoRow {
  return {
    items: listOfGroupInfoItem(),
    hasDivider: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeLegacyEventRow(): LegacyEventRow {
  const o = { title: text() } as Partial<LegacyEventRow> as LegacyEventRow
  if (s.charCodeAt(p++)) o.subtitle = text()
  if (s.charCodeAt(p++)) o.label = text()
  if (s.charCodeAt(p++)) o.imageUrl = text()
  if (s.charCodeAt(p++)) o.icon = decodeLegacyIcon()
  o.hasDivider = s.charCodeAt(p++) === 1
  o.padded = s.charCodeAt(p++) === 1
  o.extra = mapOfJson()
  return o
}

function decodeLegacyEvaluationRow(): LegacyEvaluationRow {
  const o = { indicatorText: text(), indicatorPercentage: whole() } as Partial<LegacyEvaluationRow> as LegacyEvaluationRow
  if (s.charCodeAt(p++)) o.indicatorIcon = decodeLegacyIcon()
  if (s.charCodeAt(p++)) o.indicatorColor = colorWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.left = decodeLegacyEvaluationSection()
  if (s.charCodeAt(p++)) o.middle = decodeLegacyEvaluationSection()
  if (s.charCodeAt(p++)) o.right = decodeLegacyEvaluationSection()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyEvaluationSection(): LegacyEvaluationSection {
  const o = { text: text() } as Partial<LegacyEvaluationSection> as LegacyEvaluationSection
  if (s.charCodeAt(p++)) o.textColor = colorWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.sectionColor = colorWords[s.charCodeAt(p++)] ?? text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyWidget(): LegacyWidget {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'title_row', data: decodeLegacyTitleRow() }
    case 1: return { type: 'subtitle_row', data: decodeLegacySubtitleRow() }
    case 2: return { type: 'description_row', data: decodeLegacyDescriptionRow() }
    case 3: return { type: 'wide_button_bar', data: decodeLegacyWideButtonBar() }
    case 4: return { type: 'selector_row', data: decodeLegacySelectorRow() }
    case 5: return { type: 'score_row', data: decodeLegacyScoreRow() }
    case 6: return {
      type: 'image_carousel_row',
      data: decodeLegacyImageCarouselRow(),
    }
    case 7: return { type: 'group_info_row', data: decodeLegacyGroupInfoRow() }
    case 8: return { type: 'event_row', data: decodeLegacyEventRow() }
    case 9: return { type: 'evaluation_row', data: decodeLegacyEvaluationRow() }
    default: return { type: 'unknown', widgetType: text(), data: json() }
  }
}

function decodeLegacyIcon(): LegacyIcon {
  const o = { iconName: text() } as Partial<LegacyIcon> as LegacyIcon
  if (s.charCodeAt(p++)) o.iconColor = colorWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.imageUrlLight = text()
  if (s.charCodeAt(p++)) o.imageUrlDark = text()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyAction(): LegacyAction {
  const o = { actionType: text() } as Partial<LegacyAction> as LegacyAction
  if (s.charCodeAt(p++)) o.fallbackLink = text()
  o.payload = decodeLegacyActionPayload()
  o.extra = mapOfJson()
  return o
}

function decodeLegacyActionPayload(): LegacyActionPayload {
  const o = { typeUrl: text() } as Partial<LegacyActionPayload> as LegacyActionPayload
  if (s.charCodeAt(p++)) o.url = text()
  if (s.charCodeAt(p++)) o.link = text()
  o.extra = mapOfJson()
  return o
}

const loginStepWords: (LoginStep | undefined)[] = [
  undefined,
  'authorize',
  'callback',
  'granted',
  'denied',
  'failed',
  'answer',
]

function decodeLoginStep(): LoginStep {
  return loginStepWords[s.charCodeAt(p++)]!
}

function decodeMigrated(): Migrated {
  const o = { value: json(), report: listOfChange() } as Migrated
  if (s.charCodeAt(p++)) o.endpoint = text()
  return o
}

function decodeChange(): Change {
  return {
    path: text(),
    kind: changeKindWords[s.charCodeAt(p++)]!,
    note: text(),
  }
}

const changeKindWords: (ChangeKind | undefined)[] = [
  undefined,
  'renamed',
  'moved',
  'dropped',
  'needs_attention',
]

function decodeChangeKind(): ChangeKind {
  return changeKindWords[s.charCodeAt(p++)]!
}

function decodeAction(): Action {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'open_direct_link', url: text() }
    case 1: return { type: 'open_server_link', data: json() }
    case 2: return { type: 'get_dynamic_action', data: json() }
    case 3: return { type: 'open_post_page', postToken: text() }
    case 4: return { type: 'open_post_manage_page', postToken: text() }
    default: return { type: 'unknown', kind: text(), value: json() }
  }
}

function decodePostAddon(): PostAddon {
  const o = { widgets: listOfWidget(), semantic: mapOfText() } as Partial<PostAddon> as PostAddon
  if (s.charCodeAt(p++)) o.notes = text()
  o.allowEmpty = s.charCodeAt(p++) === 1
  o.extra = mapOfJson()
  return o
}

function decodeUserAddon(): UserAddon {
  const o = { widgets: listOfWidget(), categories: listOfText() } as Partial<UserAddon> as UserAddon
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.cost = decodeRials()
  o.semantic = mapOfText()
  o.allowEmpty = s.charCodeAt(p++) === 1
  o.extra = mapOfJson()
  return o
}

function decodeBusinessAddon(): BusinessAddon {
  return {
    widgets: listOfWidget(),
    allowEmpty: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodeAddonCreated(): AddonCreated {
  const o = {} as Partial<AddonCreated> as AddonCreated
  if (s.charCodeAt(p++)) o.id = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeAsset(): Asset {
  return { slug: text(), display: text(), extra: mapOfJson() }
}

function decodeAssetList(): AssetList {
  return {
    items: listOfAsset(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

const maturityWords: (Maturity | undefined)[] = [
  undefined,
  'EXPERIMENTAL',
  'ACTIVE',
  'DEPRECATING_SOON',
  'DEPRECATED',
]

function decodeMaturity(): Maturity {
  return maturityWords[s.charCodeAt(p++)] ?? text()
}

function decodeAccessRight(): AccessRight {
  return {
    slug: text(),
    display: text(),
    description: text(),
    lifecycleState: maturityWords[s.charCodeAt(p++)] ?? text(),
    extra: mapOfJson(),
  }
}

function decodeAccessRights(): AccessRights {
  return {
    items: listOfAccessRight(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeSubmitSchema(): SubmitSchema {
  return { schema: json(), issues: listOfFieldIssue(), extra: mapOfJson() }
}

const httpMethodWords: (HttpMethod | undefined)[] = [
  undefined,
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
]

function decodeHttpMethod(): HttpMethod {
  return httpMethodWords[s.charCodeAt(p++)] ?? text()
}

function decodeUploadTarget(): UploadTarget {
  return {
    url: text(),
    httpMethod: httpMethodWords[s.charCodeAt(p++)] ?? text(),
    extra: mapOfJson(),
  }
}

function decodeMediaUploadUrls(): MediaUploadUrls {
  const o = {} as Partial<MediaUploadUrls> as MediaUploadUrls
  if (s.charCodeAt(p++)) o.addonImages = decodeUploadTarget()
  if (s.charCodeAt(p++)) o.submitPostImages = decodeUploadTarget()
  if (s.charCodeAt(p++)) o.submitPostVideos = decodeUploadTarget()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

const conversationTypeWords: (ConversationType | undefined)[] = [
  undefined,
  'POST',
  'BOT',
]

function decodeConversationType(): ConversationType {
  return conversationTypeWords[s.charCodeAt(p++)] ?? text()
}

const senderSideWords: (SenderSide | undefined)[] = [
  undefined,
  'SELLER',
  'BUYER',
]

function decodeSenderSide(): SenderSide {
  return senderSideWords[s.charCodeAt(p++)] ?? text()
}

const senderTypeWords: (SenderType | undefined)[] = [
  undefined,
  'HUMAN',
  'BOT',
]

function decodeSenderType(): SenderType {
  return senderTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodeConversation(): Conversation {
  const o = {
    id: text(),
    kind: conversationTypeWords[s.charCodeAt(p++)] ?? text(),
  } as Partial<Conversation> as Conversation
  if (s.charCodeAt(p++)) o.postToken = text()
  o.extra = mapOfJson()
  return o
}

function decodeSender(): Sender {
  return {
    side: senderSideWords[s.charCodeAt(p++)] ?? text(),
    kind: senderTypeWords[s.charCodeAt(p++)] ?? text(),
    extra: mapOfJson(),
  }
}

function decodeChatMessage(): ChatMessage {
  const o = {
    id: text(),
    conversation: decodeConversation(),
    sender: decodeSender(),
  } as Partial<ChatMessage> as ChatMessage
  if (s.charCodeAt(p++)) o.sentAt = new Date(whole() * DAY + whole())
  o.content = decodeMessageContent()
  o.extra = mapOfJson()
  return o
}

function decodeMessageContent(): MessageContent {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'text', text: text() }
    case 1: return { type: 'image', image: decodeImageData() }
    case 2: return { type: 'file', file: decodeFileData() }
    case 3: return { type: 'voice', voice: decodeVoiceData() }
    case 4: return { type: 'location', location: decodeLocationData() }
    case 5: return { type: 'video', video: decodeVideoData() }
    case 6: return { type: 'contact', contact: decodeContactData() }
    default: return { type: 'unknown', kind: text() }
  }
}

function decodeImageData(): ImageData {
  const o = { link: text() } as Partial<ImageData> as ImageData
  if (s.charCodeAt(p++)) o.sizeBytes = whole()
  if (s.charCodeAt(p++)) o.heightPx = whole()
  if (s.charCodeAt(p++)) o.widthPx = whole()
  o.extra = mapOfJson()
  return o
}

function decodeFileData(): FileData {
  const o = { link: text(), name: text() } as Partial<FileData> as FileData
  if (s.charCodeAt(p++)) o.sizeBytes = whole()
  o.extra = mapOfJson()
  return o
}

function decodeVoiceData(): VoiceData {
  const o = { link: text() } as Partial<VoiceData> as VoiceData
  if (s.charCodeAt(p++)) o.sizeBytes = whole()
  o.extra = mapOfJson()
  return o
}

function decodeLocationData(): LocationData {
  return { latitude: +part(), longitude: +part(), extra: mapOfJson() }
}

function decodeVideoData(): VideoData {
  const o = { link: text(), thumbnailLink: text() } as Partial<VideoData> as VideoData
  if (s.charCodeAt(p++)) o.sizeBytes = whole()
  o.extra = mapOfJson()
  return o
}

function decodeContactData(): ContactData {
  const o = {} as Partial<ContactData> as ContactData
  if (s.charCodeAt(p++)) o.name = text()
  o.phone = text()
  o.extra = mapOfJson()
  return o
}

function decodeConversationRecord(): ConversationRecord {
  return {
    conversation: decodeConversation(),
    messages: listOfChatMessage(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeBotMessageSent(): BotMessageSent {
  const o = {} as Partial<BotMessageSent> as BotMessageSent
  if (s.charCodeAt(p++)) o.conversationId = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeChatUploadToken(): ChatUploadToken {
  return { token: text(), extra: mapOfJson() }
}

function decodeUploadedChatMedia(): UploadedChatMedia {
  return {
    mediaToken: text(),
    status: text(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

const colorWords: (Color | undefined)[] = [
  undefined,
  'SUCCESS_PRIMARY',
  'SUCCESS_SECONDARY',
  'WARNING_PRIMARY',
  'WARNING_SECONDARY',
  'ERROR_PRIMARY',
]

function decodeColor(): Color {
  return colorWords[s.charCodeAt(p++)] ?? text()
}

const customButtonTypeWords: (CustomButtonType | undefined)[] = [
  undefined,
  'ACCOMMODATION_BOOKING',
  'EXTERNAL_PRODUCT_STORE',
  'RESUME_SUBMISSION',
  'ONLINE_CALL',
]

function decodeCustomButtonType(): CustomButtonType {
  return customButtonTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodeCustomButton(): CustomButton {
  const o = { kind: customButtonTypeWords[s.charCodeAt(p++)] ?? text() } as Partial<CustomButton> as CustomButton
  if (s.charCodeAt(p++)) o.action = decodeAction()
  o.extra = mapOfJson()
  return o
}

const subscriptionTypeWords: (SubscriptionType | undefined)[] = [
  undefined,
  'NEW_MESSAGE_ON_POST',
  'NEW_CHATBOT_MESSAGE',
  'USER_ACCESS_REVOCATION',
  'POST_UPDATE',
  'PAYMENT_TRANSACTION',
]

function decodeSubscriptionType(): SubscriptionType {
  return subscriptionTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodeSubscription(): Subscription {
  const o = { eventType: subscriptionTypeWords[s.charCodeAt(p++)] ?? text() } as Partial<Subscription> as Subscription
  if (s.charCodeAt(p++)) o.eventResourceId = text()
  if (s.charCodeAt(p++)) o.metadata = json()
  o.extra = mapOfJson()
  return o
}

function decodeUserAccessRevocation(): UserAccessRevocation {
  return { userId: text(), extra: mapOfJson() }
}

const postUpdateTypeWords: (PostUpdateType | undefined)[] = [
  undefined,
  'PUBLISH',
  'RETIRE',
  'ONGOING',
  'ARCHIVE',
]

function decodePostUpdateType(): PostUpdateType {
  return postUpdateTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodePostUpdate(): PostUpdate {
  return {
    kind: postUpdateTypeWords[s.charCodeAt(p++)] ?? text(),
    post: decodePost(),
    extra: mapOfJson(),
  }
}

const transactionStateWords: (TransactionState | undefined)[] = [
  undefined,
  'TRANSACTION_STATE_PENDING',
  'TRANSACTION_STATE_COMPLETED',
  'TRANSACTION_STATE_FAILED',
  'TRANSACTION_STATE_REFUNDED',
]

function decodeTransactionState(): TransactionState {
  return transactionStateWords[s.charCodeAt(p++)] ?? text()
}

const transactionTypeWords: (TransactionType | undefined)[] = [
  undefined,
  'TRANSACTION_TYPE_REORDER',
  'TRANSACTION_TYPE_RENEW',
  'TRANSACTION_TYPE_SUBMIT',
]

function decodeTransactionType(): TransactionType {
  return transactionTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodeTransaction(): Transaction {
  const o = { id: text() } as Partial<Transaction> as Transaction
  if (s.charCodeAt(p++)) o.appSlug = text()
  if (s.charCodeAt(p++)) o.cost = decodeRials()
  if (s.charCodeAt(p++)) o.createdAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.extraDetails = text()
  o.state = transactionStateWords[s.charCodeAt(p++)] ?? text()
  o.kind = transactionTypeWords[s.charCodeAt(p++)] ?? text()
  o.extra = mapOfJson()
  return o
}

function decodePostSearch(): PostSearch {
  const o = {} as Partial<PostSearch> as PostSearch
  if (s.charCodeAt(p++)) o.category = text()
  if (s.charCodeAt(p++)) o.city = text()
  o.districts = listOfText()
  if (s.charCodeAt(p++)) o.query = decodeSearchFilters()
  o.extra = mapOfJson()
  return o
}

function decodeSearchFilters(): SearchFilters {
  const o = { brandModel: listOfText() } as Partial<SearchFilters> as SearchFilters
  if (s.charCodeAt(p++)) o.productionYear = decodeNumberRange()
  if (s.charCodeAt(p++)) o.usage = decodeNumberRange()
  if (s.charCodeAt(p++)) o.size = decodeNumberRange()
  if (s.charCodeAt(p++)) o.rent = decodeTomanRange()
  if (s.charCodeAt(p++)) o.credit = decodeTomanRange()
  o.rooms = listOfText()
  o.onlyWithParking = s.charCodeAt(p++) === 1
  o.extra = mapOfJson()
  return o
}

function decodeNumberRange(): NumberRange {
  const o = {} as Partial<NumberRange> as NumberRange
  if (s.charCodeAt(p++)) o.min = whole()
  if (s.charCodeAt(p++)) o.max = whole()
  o.extra = mapOfJson()
  return o
}

function decodeTomanRange(): TomanRange {
  const o = {} as Partial<TomanRange> as TomanRange
  if (s.charCodeAt(p++)) o.min = decodeTomans()
  if (s.charCodeAt(p++)) o.max = decodeTomans()
  o.extra = mapOfJson()
  return o
}

function decodeFoundPosts(): FoundPosts {
  return {
    posts: listOfFoundPost(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeFoundPost(): FoundPost {
  const o = { token: text(), category: text(), city: text(), title: text() } as Partial<FoundPost> as FoundPost
  if (s.charCodeAt(p++)) o.lastModifiedAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.price = decodePrice()
  if (s.charCodeAt(p++)) o.realEstateFields = decodeRealEstateFields()
  if (s.charCodeAt(p++)) o.vehiclesFields = decodeVehicleFields()
  o.extra = mapOfJson()
  return o
}

function decodeRealEstateFields(): RealEstateFields {
  const o = {} as Partial<RealEstateFields> as RealEstateFields
  if (s.charCodeAt(p++)) o.size = whole()
  o.rooms = text()
  if (s.charCodeAt(p++)) o.rent = decodePrice()
  if (s.charCodeAt(p++)) o.credit = decodePrice()
  if (s.charCodeAt(p++)) o.dailyRent = decodeTomans()
  if (s.charCodeAt(p++)) o.floor = whole()
  if (s.charCodeAt(p++)) o.year = whole()
  o.hasElevator = s.charCodeAt(p++) === 1
  o.hasParking = s.charCodeAt(p++) === 1
  o.extra = mapOfJson()
  return o
}

function decodeVehicleFields(): VehicleFields {
  const o = {} as Partial<VehicleFields> as VehicleFields
  if (s.charCodeAt(p++)) o.usage = whole()
  o.installmentSale = text()
  o.customPostSubtitle = text()
  o.extra = mapOfJson()
  return o
}

function decodePostList(): PostList {
  return {
    posts: listOfListedPost(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeListedPost(): ListedPost {
  return {
    token: text(),
    title: text(),
    images: listOfText(),
    category: text(),
    isPhoneHidden: s.charCodeAt(p++) === 1,
    supplierChatAssistantEnabled: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

const businessTradeWords: (BusinessTrade | undefined)[] = [
  undefined,
  'REAL_ESTATE_BUSINESS',
  'CAR_BUSINESS',
  'MARKETPLACE_BUSINESS',
  'CAR_CONCIERGE_SALE',
  'PERSONAL',
  'JOBS_BUSINESS',
  'PREMIUM_PANEL',
]

function decodeBusinessTrade(): BusinessTrade {
  return businessTradeWords[s.charCodeAt(p++)] ?? text()
}

const businessRoleWords: (BusinessRole | undefined)[] = [
  undefined,
  'ROLE_ADMIN',
  'ROLE_AGENT',
  'ROLE_OWNER',
]

function decodeBusinessRole(): BusinessRole {
  return businessRoleWords[s.charCodeAt(p++)] ?? text()
}

function decodeBusinessList(): BusinessList {
  return {
    businesses: listOfBusiness(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeBusiness(): Business {
  return {
    businessToken: text(),
    businessType: businessTradeWords[s.charCodeAt(p++)] ?? text(),
    brandName: text(),
    brandDescription: text(),
    userRole: businessRoleWords[s.charCodeAt(p++)] ?? text(),
    extra: mapOfJson(),
  }
}

function decodeProfileImage(): ProfileImage {
  return {
    imageId: text(),
    imageUrl: text(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeUploadedImage(): UploadedImage {
  return { imageName: text(), extra: mapOfJson() }
}

function decodeMessage(): Message {
  const o = {} as Partial<Message> as Message
  if (s.charCodeAt(p++)) o.text = text()
  if (s.charCodeAt(p++)) o.mediaToken = text()
  if (s.charCodeAt(p++)) o.senderButtons = decodeButtonGrid()
  if (s.charCodeAt(p++)) o.receiverButtons = decodeButtonGrid()
  o.extra = mapOfJson()
  return o
}

function decodeBotMessage(): BotMessage {
  const o = {} as Partial<BotMessage> as BotMessage
  if (s.charCodeAt(p++)) o.text = text()
  if (s.charCodeAt(p++)) o.mediaToken = text()
  if (s.charCodeAt(p++)) o.buttons = decodeButtonGrid()
  o.extra = mapOfJson()
  return o
}

function decodeButtonGrid(): ButtonGrid {
  return { rows: listOfButtonRow(), extra: mapOfJson() }
}

function decodeButtonRow(): ButtonRow {
  return { buttons: listOfButton(), extra: mapOfJson() }
}

function decodeButton(): Button {
  const o = { action: decodeAction() } as Partial<Button> as Button
  if (s.charCodeAt(p++)) o.iconName = text()
  if (s.charCodeAt(p++)) o.icon = text()
  o.caption = text()
  o.extra = mapOfJson()
  return o
}

function decodeMessageSent(): MessageSent {
  const o = {} as Partial<MessageSent> as MessageSent
  if (s.charCodeAt(p++)) o.status = whole()
  if (s.charCodeAt(p++)) o.message = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeRials(): Rials {
  return { rials: whole() }
}

function decodeTomans(): Tomans {
  return { tomans: whole() }
}

function decodePostEdit(): PostEdit {
  const o = {} as Partial<PostEdit> as PostEdit
  if (s.charCodeAt(p++)) o.title = text()
  if (s.charCodeAt(p++)) o.description = text()
  if (s.charCodeAt(p++)) o.images = listOfText()
  if (s.charCodeAt(p++)) o.city = text()
  if (s.charCodeAt(p++)) o.district = text()
  if (s.charCodeAt(p++)) o.latitude = +part()
  if (s.charCodeAt(p++)) o.longitude = +part()
  if (s.charCodeAt(p++)) o.locationType = locationTypeWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.hidePhone = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.chatEnabled = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.video = decodePostVideo()
  o.categoryData = mapOfJson()
  o.extra = mapOfJson()
  return o
}

function decodePostVideo(): PostVideo {
  return {
    name: text(),
    thumbnailName: text(),
    duration: whole(),
    extra: mapOfJson(),
  }
}

function decodePostUploadUrls(): PostUploadUrls {
  const o = {} as Partial<PostUploadUrls> as PostUploadUrls
  if (s.charCodeAt(p++)) o.image = decodeUploadTarget()
  if (s.charCodeAt(p++)) o.video = decodeUploadTarget()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeUploadedPostImage(): UploadedPostImage {
  return {
    path: text(),
    photoUrl: text(),
    thumbnailUrl: text(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeUploadedPostVideo(): UploadedPostVideo {
  return {
    videoName: text(),
    videoUrl: text(),
    thumbnailName: text(),
    thumbnailUrl: text(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodePostStats(): PostStats {
  const o = {} as Partial<PostStats> as PostStats
  if (s.charCodeAt(p++)) o.views = decodePostCounts()
  if (s.charCodeAt(p++)) o.impressions = decodePostCounts()
  if (s.charCodeAt(p++)) o.chats = decodePostCounts()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodePostCounts(): PostCounts {
  return { daily: listOfDailyCount(), total: whole(), extra: mapOfJson() }
}

function decodeDailyCount(): DailyCount {
  return { date: text(), count: whole(), extra: mapOfJson() }
}

const ownPostStateWords: (OwnPostState | undefined)[] = [
  undefined,
  'POST_STATE_IN_PUBLISH_QUEUE',
  'POST_STATE_PUBLISHED',
  'POST_STATE_WAITING_FOR_EDIT',
  'POST_STATE_WAITING_FOR_PAYMENT',
  'POST_STATE_WAITING_FOR_REVIEW',
  'POST_STATE_PUBLISHED_AND_EDIT_REJECTED',
  'POST_STATE_REJECTED',
  'POST_STATE_DELETED',
  'POST_STATE_RETIRED',
]

function decodeOwnPostState(): OwnPostState {
  return ownPostStateWords[s.charCodeAt(p++)] ?? text()
}

const locationTypeWords: (LocationType | undefined)[] = [
  undefined,
  'LOCATION_TYPE_EMPTY',
  'LOCATION_TYPE_EXACT',
  'LOCATION_TYPE_APPROXIMATE',
]

function decodeLocationType(): LocationType {
  return locationTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodePostDetails(): PostDetails {
  const o = {
    categorySlug: text(),
    title: text(),
    description: text(),
    images: listOfText(),
    city: text(),
  } as Partial<PostDetails> as PostDetails
  if (s.charCodeAt(p++)) o.district = text()
  if (s.charCodeAt(p++)) o.latitude = +part()
  if (s.charCodeAt(p++)) o.longitude = +part()
  o.locationType = locationTypeWords[s.charCodeAt(p++)] ?? text()
  o.hidePhone = s.charCodeAt(p++) === 1
  o.chatEnabled = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.video = decodePostVideo()
  o.extra = mapOfJson()
  return o
}

function decodeOwnPost(): OwnPost {
  const o = { generalData: decodePostDetails(), categoryData: json() } as Partial<OwnPost> as OwnPost
  if (s.charCodeAt(p++)) o.businessData = decodeBusinessData()
  o.state = ownPostStateWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.rejectReason = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodePostSubmission(): PostSubmission {
  const o = {
    businessToken: text(),
    generalData: decodePostDetails(),
    categoryFields: mapOfJson(),
    landlineNumbers: listOfText(),
  } as Partial<PostSubmission> as PostSubmission
  if (s.charCodeAt(p++)) o.schema = decodeSubmitSchema()
  o.extra = mapOfJson()
  return o
}

function decodePostSubmitted(): PostSubmitted {
  return {
    postToken: text(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeSubmitPermission(): SubmitPermission {
  return { canSubmit: s.charCodeAt(p++) === 1, extra: mapOfJson() }
}

function decodePostPricing(): PostPricing {
  const o = {} as Partial<PostPricing> as PostPricing
  if (s.charCodeAt(p++)) o.reorder = decodeServicePrice()
  if (s.charCodeAt(p++)) o.submit = decodeServicePrice()
  if (s.charCodeAt(p++)) o.renew = decodeServicePrice()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeServicePrice(): ServicePrice {
  return {
    cost: decodeRials(),
    available: s.charCodeAt(p++) === 1,
    extra: mapOfJson(),
  }
}

function decodePostPayment(): PostPayment {
  const o = { id: text() } as Partial<PostPayment> as PostPayment
  if (s.charCodeAt(p++)) o.extraDetails = text()
  o.extra = mapOfJson()
  return o
}

function decodePostReordered(): PostReordered {
  const o = { id: text() } as Partial<PostReordered> as PostReordered
  if (s.charCodeAt(p++)) o.cost = decodeRials()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

const promotionOperationWords: (PromotionOperation | undefined)[] = [
  undefined,
  'PROMOTION_OPERATION_PUBLISH',
  'PROMOTION_OPERATION_REORDER',
  'PROMOTION_OPERATION_RENEW',
]

function decodePromotionOperation(): PromotionOperation {
  return promotionOperationWords[s.charCodeAt(p++)] ?? text()
}

const payStatusWords: (PayStatus | undefined)[] = [
  undefined,
  'PAY_STATUS_PAID',
  'PAY_STATUS_FAILED',
  'PAY_STATUS_RECONCILING',
]

function decodePayStatus(): PayStatus {
  return payStatusWords[s.charCodeAt(p++)] ?? text()
}

function decodePromotion(): Promotion {
  const o = {
    operation: promotionOperationWords[s.charCodeAt(p++)] ?? text(),
    id: text(),
  } as Partial<Promotion> as Promotion
  if (s.charCodeAt(p++)) o.isPersonal = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.waitSeconds = +part()
  o.extra = mapOfJson()
  return o
}

function decodePromotionPayment(): PromotionPayment {
  const o = { status: payStatusWords[s.charCodeAt(p++)] ?? text() } as Partial<PromotionPayment> as PromotionPayment
  if (s.charCodeAt(p++)) o.orderId = text()
  if (s.charCodeAt(p++)) o.amount = decodeRials()
  if (s.charCodeAt(p++)) o.paidAt = new Date(whole() * DAY + whole())
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeBalance(): Balance {
  return { balance: decodeRials(), extra: mapOfJson() }
}

function decodeTransactionQuery(): TransactionQuery {
  const o = {} as Partial<TransactionQuery> as TransactionQuery
  if (s.charCodeAt(p++)) o.pageSize = whole()
  if (s.charCodeAt(p++)) o.pageToken = text()
  o.extra = mapOfJson()
  return o
}

function decodeTransactionPage(): TransactionPage {
  const o = { transactions: listOfTransaction() } as Partial<TransactionPage> as TransactionPage
  if (s.charCodeAt(p++)) o.nextPageToken = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodePaymentReport(): PaymentReport {
  return {
    amount: decodeRials(),
    profit: decodeRials(),
    services: listOfText(),
    referenceId: text(),
    extra: mapOfJson(),
  }
}

const postStateWords: (PostState | undefined)[] = [
  undefined,
  'PUBLISHED',
  'REVIEW_REQ',
  'PAYMENT_REQ',
  'RETIRED',
]

function decodePostState(): PostState {
  return postStateWords[s.charCodeAt(p++)] ?? text()
}

const businessTypeWords: (BusinessType | undefined)[] = [
  undefined,
  'CAR',
  'REAL_ESTATE',
  'JOBS',
  'MARKETPLACE',
  'SERVICES',
  'PERSONAL',
]

function decodeBusinessType(): BusinessType {
  return businessTypeWords[s.charCodeAt(p++)] ?? text()
}

function decodePost(): Post {
  const o = {
    token: text(),
    category: text(),
    city: text(),
    district: text(),
    state: postStateWords[s.charCodeAt(p++)] ?? text(),
    chatEnabled: s.charCodeAt(p++) === 1,
    supplierChatAssistantEnabled: s.charCodeAt(p++) === 1,
    isPhoneHidden: s.charCodeAt(p++) === 1,
  } as Partial<Post> as Post
  if (s.charCodeAt(p++)) o.firstPublishedAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.lastModifiedAt = new Date(whole() * DAY + whole())
  o.data = json()
  if (s.charCodeAt(p++)) o.businessData = decodeBusinessData()
  o.presence = whole()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeBusinessData(): BusinessData {
  return {
    businessType: businessTypeWords[s.charCodeAt(p++)] ?? text(),
    businessName: text(),
    extra: mapOfJson(),
  }
}

function decodePrice(): Price {
  const o = { mode: text() } as Partial<Price> as Price
  if (s.charCodeAt(p++)) o.value = decodeTomans()
  o.extra = mapOfJson()
  return o
}

function decodeSemanticRecord(): SemanticRecord {
  const o = { semantic: mapOfText() } as Partial<SemanticRecord> as SemanticRecord
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.cost = decodeRials()
  o.extra = mapOfJson()
  return o
}

function decodeUserIdSemanticRecord(): UserIdSemanticRecord {
  const o = { phone: text(), semantic: mapOfText() } as Partial<UserIdSemanticRecord> as UserIdSemanticRecord
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.cost = decodeRials()
  o.extra = mapOfJson()
  return o
}

function decodeRecordCreated(): RecordCreated {
  const o = {} as Partial<RecordCreated> as RecordCreated
  if (s.charCodeAt(p++)) o.id = text()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeTicketCheck(): TicketCheck {
  const o = { ticketUuid: text(), serviceCost: decodeRials() } as Partial<TicketCheck> as TicketCheck
  if (s.charCodeAt(p++)) o.userId = text()
  if (s.charCodeAt(p++)) o.phoneNumber = text()
  o.extra = mapOfJson()
  return o
}

function decodeValidTicket(): ValidTicket {
  return { issuerPayload: json(), extra: mapOfJson() }
}

const ticketProblemWords: (TicketProblem | undefined)[] = [
  undefined,
  'unknown_app',
  'missing_user',
  'cost_too_high',
  'other_user',
  'other_service',
  'unknown_ticket',
]

function decodeTicketProblem(): TicketProblem {
  return ticketProblemWords[s.charCodeAt(p++)]!
}

function decodeUser(): User {
  const o = {} as Partial<User> as User
  if (s.charCodeAt(p++)) o.phoneNumber = text()
  if (s.charCodeAt(p++)) o.userId = text()
  o.phoneNumbers = listOfPhone()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodePhoneNumbers(): PhoneNumbers {
  return {
    phoneNumbers: listOfPhone(),
    issues: listOfFieldIssue(),
    extra: mapOfJson(),
  }
}

function decodeUserIdQuery(): UserIdQuery {
  return { phone: text(), extra: mapOfJson() }
}

function decodeUserIdResponse(): UserIdResponse {
  const o = {} as Partial<UserIdResponse> as UserIdResponse
  if (s.charCodeAt(p++)) o.userId = text()
  o.extra = mapOfJson()
  return o
}

function decodeButtonBar(): ButtonBar {
  return {
    title: text(),
    action: decodeAction(),
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeSelectorRow(): SelectorRow {
  const o = { title: text() } as Partial<SelectorRow> as SelectorRow
  if (s.charCodeAt(p++)) o.imageId = text()
  if (s.charCodeAt(p++)) o.iconName = text()
  o.hasDivider = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.action = decodeAction()
  o.semanticPaths = mapOfText()
  o.extra = mapOfJson()
  return o
}

function decodeEventRow(): EventRow {
  const o = { title: text() } as Partial<EventRow> as EventRow
  if (s.charCodeAt(p++)) o.subtitle = text()
  if (s.charCodeAt(p++)) o.label = text()
  if (s.charCodeAt(p++)) o.imageUrl = text()
  if (s.charCodeAt(p++)) o.imageId = text()
  if (s.charCodeAt(p++)) o.iconName = text()
  o.hasDivider = s.charCodeAt(p++) === 1
  o.semanticPaths = mapOfText()
  o.extra = mapOfJson()
  return o
}

function decodeImageCarouselRow(): ImageCarouselRow {
  return {
    items: listOfCarouselItem(),
    hasDivider: s.charCodeAt(p++) === 1,
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeCarouselItem(): CarouselItem {
  const o = { imageId: text() } as Partial<CarouselItem> as CarouselItem
  if (s.charCodeAt(p++)) o.description = text()
  o.extra = mapOfJson()
  return o
}

function decodeWidget(): Widget {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'title_row', row: decodeTitleRow() }
    case 1: return { type: 'subtitle_row', row: decodeSubtitleRow() }
    case 2: return { type: 'description_row', row: decodeDescriptionRow() }
    case 3: return { type: 'button_bar', row: decodeButtonBar() }
    case 4: return { type: 'selector_row', row: decodeSelectorRow() }
    case 5: return { type: 'event_row', row: decodeEventRow() }
    case 6: return { type: 'group_info_row', row: decodeGroupInfoRow() }
    case 7: return { type: 'score_row', row: decodeScoreRow() }
    case 8: return { type: 'evaluation_row', row: decodeEvaluationRow() }
    case 9: return { type: 'image_carousel_row', row: decodeImageCarouselRow() }
    default: return {
      type: 'unknown',
      kind: text(),
      value: json(),
      semanticPaths: mapOfText(),
    }
  }
}

function decodeScoreRow(): ScoreRow {
  const o = { title: text() } as Partial<ScoreRow> as ScoreRow
  if (s.charCodeAt(p++)) o.percentageScore = whole()
  if (s.charCodeAt(p++)) o.descriptiveScore = text()
  if (s.charCodeAt(p++)) o.scoreColor = colorWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.iconName = text()
  o.hasDivider = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.action = decodeAction()
  o.semanticPaths = mapOfText()
  o.extra = mapOfJson()
  return o
}

function decodeEvaluationRow(): EvaluationRow {
  const o = { indicatorText: text(), indicatorPercentage: whole() } as Partial<EvaluationRow> as EvaluationRow
  if (s.charCodeAt(p++)) o.iconName = text()
  if (s.charCodeAt(p++)) o.left = decodeEvaluationSection()
  if (s.charCodeAt(p++)) o.middle = decodeEvaluationSection()
  if (s.charCodeAt(p++)) o.right = decodeEvaluationSection()
  o.semanticPaths = mapOfText()
  o.extra = mapOfJson()
  return o
}

function decodeEvaluationSection(): EvaluationSection {
  const o = { text: text() } as Partial<EvaluationSection> as EvaluationSection
  if (s.charCodeAt(p++)) o.sectionColor = colorWords[s.charCodeAt(p++)] ?? text()
  o.extra = mapOfJson()
  return o
}

function decodeTitleRow(): TitleRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeSubtitleRow(): SubtitleRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeDescriptionRow(): DescriptionRow {
  return {
    text: text(),
    hasDivider: s.charCodeAt(p++) === 1,
    expandable: s.charCodeAt(p++) === 1,
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeGroupInfoRow(): GroupInfoRow {
  return {
    items: listOfGroupInfoItem(),
    hasDivider: s.charCodeAt(p++) === 1,
    semanticPaths: mapOfText(),
    extra: mapOfJson(),
  }
}

function decodeGroupInfoItem(): GroupInfoItem {
  return { title: text(), value: text(), extra: mapOfJson() }
}

function decodeAuthorization(): Authorization {
  return { url: text(), state: text() }
}

function decodeLoginOutcome(): LoginOutcome {
  switch (s.charCodeAt(p++)) {
    case 0: {
      const o = {
        status: 'granted',
        grant: text(),
        scopes: listOfText(),
        missingScopes: listOfText(),
      } as Extract<LoginOutcome, { status: 'granted' }>
      if (s.charCodeAt(p++)) o.returnTo = text()
      return o
    }
    default: return { status: 'denied' }
  }
}

function decodeCallTrace(): CallTrace {
  return { attributes: listOfTraceAttribute(), retries: listOfTracedRetry() }
}

function decodeTraceAttribute(): TraceAttribute {
  const o = { name: text() } as TraceAttribute
  if (s.charCodeAt(p++)) o.text = text()
  if (s.charCodeAt(p++)) o.number = whole()
  return o
}

function decodeTracedRetry(): TracedRetry {
  return { attributes: listOfTraceAttribute(), secondsBeforeEnd: +part() }
}

function decodeAttempt(): Attempt {
  const o = { endpoint: text(), method: text(), server: text() } as Partial<Attempt> as Attempt
  if (s.charCodeAt(p++)) o.path = text()
  o.attempt = whole()
  if (s.charCodeAt(p++)) o.status = whole()
  if (s.charCodeAt(p++)) o.error = text()
  o.durationSeconds = +part()
  if (s.charCodeAt(p++)) o.requestId = text()
  if (s.charCodeAt(p++)) o.retry = text()
  if (s.charCodeAt(p++)) o.waitSeconds = +part()
  return o
}

function decodeRefresh(): Refresh {
  return {
    outcome: text(),
    attempt: whole(),
    durationSeconds: +part(),
    reason: text(),
  }
}

function decodeReceivedHook(): ReceivedHook {
  const o = { kind: text() } as Partial<ReceivedHook> as ReceivedHook
  if (s.charCodeAt(p++)) o.eventType = text()
  o.outcome = text()
  o.status = whole()
  if (s.charCodeAt(p++)) o.reason = text()
  o.durationSeconds = +part()
  return o
}

function decodeHandledEvent(): HandledEvent {
  const o = { eventType: text(), outcome: text(), attempt: whole() } as HandledEvent
  if (s.charCodeAt(p++)) o.durationSeconds = +part()
  if (s.charCodeAt(p++)) o.waitSeconds = +part()
  return o
}

function decodeRequirements(): Requirements {
  return {
    scopes: listOfText(),
    alternatives: listOfAlternative(),
    permissions: listOfText(),
  }
}

function decodeAlternative(): Alternative {
  return { smallest: text(), broader: text() }
}

function decodeScopeRow(): ScopeRow {
  const o = { name: text() } as Partial<ScopeRow> as ScopeRow
  if (s.charCodeAt(p++)) o.identifier = text()
  o.purpose = text()
  return o
}

const grantStateWords: (GrantState | undefined)[] = [
  undefined,
  'active',
  'needs_reauth',
]

function decodeGrantState(): GrantState {
  return grantStateWords[s.charCodeAt(p++)]!
}

const grantWarningWords: (GrantWarning | undefined)[] = [
  undefined,
  'idle',
  'ends_in_a_week',
  'ends_in_a_day',
]

function decodeGrantWarning(): GrantWarning {
  return grantWarningWords[s.charCodeAt(p++)]!
}

function decodeGrantInfo(): GrantInfo {
  const o = { key: text() } as Partial<GrantInfo> as GrantInfo
  if (s.charCodeAt(p++)) o.user = text()
  if (s.charCodeAt(p++)) o.userId = text()
  o.state = grantStateWords[s.charCodeAt(p++)]!
  if (s.charCodeAt(p++)) o.reason = text()
  o.scopes = listOfText()
  o.missingScopes = listOfText()
  o.generation = whole()
  o.renewable = s.charCodeAt(p++) === 1
  o.consentAt = new Date(whole() * DAY + whole())
  o.accessExpiresAt = new Date(whole() * DAY + whole())
  o.expiryAssumed = s.charCodeAt(p++) === 1
  if (s.charCodeAt(p++)) o.refreshExpiresAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.warning = grantWarningWords[s.charCodeAt(p++)]!
  o.refreshFailures = whole()
  o.unsaved = s.charCodeAt(p++) === 1
  return o
}

const subscriptionStatusWords: (SubscriptionStatus | undefined)[] = [
  undefined,
  'pending',
  'active',
  'blocked_scope',
  'blocked_key',
  'grant_lost',
  'lapsed',
]

function decodeSubscriptionStatus(): SubscriptionStatus {
  return subscriptionStatusWords[s.charCodeAt(p++)]!
}

function decodeGap(): Gap {
  return {
    from: new Date(whole() * DAY + whole()),
    to: new Date(whole() * DAY + whole()),
  }
}

function decodeSubscriptionInfo(): SubscriptionInfo {
  const o = {
    subscription: decodeSubscription(),
    status: subscriptionStatusWords[s.charCodeAt(p++)]!,
  } as SubscriptionInfo
  if (s.charCodeAt(p++)) o.boundGeneration = whole()
  if (s.charCodeAt(p++)) o.boundAt = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.validUntil = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.lastError = text()
  if (s.charCodeAt(p++)) o.gap = decodeGap()
  return o
}

function decodeConformanceFailure(): ConformanceFailure {
  return { check: text(), problem: text() }
}

function decodeScriptedResponse(): ScriptedResponse {
  return { status: whole(), headers: mapOfText(), body: bytes() }
}

function decodeNoResponse(): NoResponse {
  const o = { kind: transportErrorKindWords[s.charCodeAt(p++)]! } as NoResponse
  if (s.charCodeAt(p++)) o.mayHaveArrived = s.charCodeAt(p++) === 1
  return o
}

function decodeScriptedOutcome(): ScriptedOutcome {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'response', response: decodeScriptedResponse() }
    default: return { type: 'no_response', failure: decodeNoResponse() }
  }
}

function decodeRecordedRequest(): RecordedRequest {
  return {
    method: text(),
    url: text(),
    headers: mapOfText(),
    body: bytes(),
    timeoutSeconds: +part(),
  }
}

function decodeTokens(): Tokens {
  const o = { accessToken: text() } as Partial<Tokens> as Tokens
  if (s.charCodeAt(p++)) o.refreshToken = text()
  o.expiresAt = new Date(whole() * DAY + whole())
  o.expiryAssumed = s.charCodeAt(p++) === 1
  o.scopes = listOfText()
  return o
}

function decodeDelivery(): Delivery {
  const o = { event: decodeEvent() } as Partial<Delivery> as Delivery
  if (s.charCodeAt(p++)) o.metadata = json()
  if (s.charCodeAt(p++)) o.grant = text()
  o.legacy = s.charCodeAt(p++) === 1
  o.notes = listOfText()
  o.dedupeKey = text()
  if (s.charCodeAt(p++)) o.dedupeWindowSeconds = whole()
  o.bodyDigest = text()
  o.extra = mapOfJson()
  return o
}

function decodeEvent(): Delivery['event'] {
  switch (s.charCodeAt(p++)) {
    case 0: return { type: 'new_message', message: decodeChatMessage() }
    case 1: return { type: 'new_chatbot_message', message: decodeChatMessage() }
    case 2: return {
      type: 'user_access_revocation',
      revocation: decodeUserAccessRevocation(),
    }
    case 3: return { type: 'post_update', update: decodePostUpdate() }
    case 4: return {
      type: 'payment_transaction',
      transaction: decodeTransaction(),
    }
    case 5: return { type: 'unknown', kind: text(), body: json() }
    default: return {
      type: 'malformed',
      kind: text(),
      reason: text(),
      body: json(),
    }
  }
}

function decodeReply(): Reply {
  const o = { status: whole() } as Partial<Reply> as Reply
  if (s.charCodeAt(p++)) o.contentType = text()
  o.headers = mapOfText()
  o.body = bytes()
  o.close = s.charCodeAt(p++) === 1
  return o
}

const startVersionWords: (StartVersion | undefined)[] = [
  undefined,
  '1',
  '2',
]

function decodeStartVersion(): StartVersion {
  return startVersionWords[s.charCodeAt(p++)] ?? text()
}

const startSourceWords: (StartSource | undefined)[] = [
  undefined,
  'POST_ADDON',
  'CHAT',
  'CHAT_MESSAGE_ACTION',
]

function decodeStartSource(): StartSource {
  return startSourceWords[s.charCodeAt(p++)] ?? text()
}

const touchpointWords: (Touchpoint | undefined)[] = [
  undefined,
  'MY_POST',
  'MY_DIVAR',
  'DIVAR_PRO',
  'CHAT',
  'DEMAND_POST',
]

function decodeTouchpoint(): Touchpoint {
  return touchpointWords[s.charCodeAt(p++)] ?? text()
}

const userSideWords: (UserSide | undefined)[] = [
  undefined,
  'SUPPLY',
  'DEMAND',
]

function decodeUserSide(): UserSide {
  return userSideWords[s.charCodeAt(p++)] ?? text()
}

function decodeStartRequest(): StartRequest {
  const o = {
    version: startVersionWords[s.charCodeAt(p++)] ?? text(),
    source: startSourceWords[s.charCodeAt(p++)] ?? text(),
  } as Partial<StartRequest> as StartRequest
  if (s.charCodeAt(p++)) o.postToken = text()
  if (s.charCodeAt(p++)) o.conversationId = text()
  if (s.charCodeAt(p++)) o.userSide = userSideWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.userId = text()
  if (s.charCodeAt(p++)) o.peerId = text()
  if (s.charCodeAt(p++)) o.extraData = json()
  if (s.charCodeAt(p++)) o.location = json()
  if (s.charCodeAt(p++)) o.completionUrl = text()
  o.notes = listOfText()
  o.extra = mapOfJson()
  return o
}

function decodeStartReply(): StartReply {
  return { url: text(), extra: mapOfJson() }
}

function decodeDynamicActionRequest(): DynamicActionRequest {
  const o = { touchpoint: touchpointWords[s.charCodeAt(p++)] ?? text() } as Partial<DynamicActionRequest> as DynamicActionRequest
  if (s.charCodeAt(p++)) o.postToken = text()
  if (s.charCodeAt(p++)) o.conversationId = text()
  if (s.charCodeAt(p++)) o.userSide = userSideWords[s.charCodeAt(p++)] ?? text()
  if (s.charCodeAt(p++)) o.userId = text()
  if (s.charCodeAt(p++)) o.extraData = json()
  o.issues = listOfFieldIssue()
  o.extra = mapOfJson()
  return o
}

function decodeDynamicActionReply(): DynamicActionReply {
  const o = {} as Partial<DynamicActionReply> as DynamicActionReply
  if (s.charCodeAt(p++)) o.action = decodeAction()
  if (s.charCodeAt(p++)) o.textMessage = text()
  o.extra = mapOfJson()
  return o
}

function decodeBotStart(): BotStart {
  const o = { touchpoint: touchpointWords[s.charCodeAt(p++)] ?? text() } as BotStart
  if (s.charCodeAt(p++)) o.postToken = text()
  if (s.charCodeAt(p++)) o.conversationId = text()
  return o
}

function decodeDirectLink(): DirectLink {
  const o = {} as Partial<DirectLink> as DirectLink
  if (s.charCodeAt(p++)) o.postToken = text()
  if (s.charCodeAt(p++)) o.completionUrl = text()
  if (s.charCodeAt(p++)) o.ticketUuid = text()
  if (s.charCodeAt(p++)) o.appSlug = text()
  o.parameters = mapOfText()
  return o
}

function decodeLogLine(): LogLine {
  return { level: text(), text: text() }
}

function decodeStoreRequest(): StoreRequest {
  const o = { id: whole(), operation: text(), kind: text(), key: text() } as Partial<StoreRequest> as StoreRequest
  if (s.charCodeAt(p++)) o.after = text()
  o.limit = whole()
  if (s.charCodeAt(p++)) o.expected = whole()
  if (s.charCodeAt(p++)) o.value = bytes()
  return o
}

function decodeStoredRecord(): StoredRecord {
  return { key: text(), version: whole(), value: bytes() }
}

function decodeStoreResponse(): StoreResponse {
  const o = { records: listOfStoredRecord(), done: s.charCodeAt(p++) === 1 } as StoreResponse
  if (s.charCodeAt(p++)) o.now = new Date(whole() * DAY + whole())
  if (s.charCodeAt(p++)) o.failure = text()
  if (s.charCodeAt(p++)) o.thrown = whole()
  return o
}

/** The fingerprint and the decoder of each type. */
const TYPES: Record<string, [string, () => unknown]> = {
  text: ['af63af4c8601a015', () => text()],
  bool: ['af63af4c8601a015', () => s.charCodeAt(p++) === 1],
  whole: ['af63af4c8601a015', () => whole()],
  number: ['af63af4c8601a015', () => +part()],
  json: ['af63af4c8601a015', () => json()],
  date: ['af63af4c8601a015', () => new Date(whole() * DAY + whole())],
  bytes: ['af63af4c8601a015', () => bytes()],
  nothing: ['af63af4c8601a015', () => undefined],
  RawResponse: ['d96781e318d8ba84', decodeRawResponse],
  AppStep: ['c816bb0fda4f9ba3', decodeAppStep],
  AppAccess: ['15727f852670e47a', decodeAppAccess],
  EndpointRow: ['ccd99ee1b6595a3a', decodeEndpointRow],
  Deprecation: ['c92810d41294bf0a', decodeDeprecation],
  Rejection: ['a153d9b690f3dc22', decodeRejection],
  ErrorReport: ['d380dc731b339071', decodeErrorReport],
  TransportErrorKind: ['0e0df284aaed64f2', decodeTransportErrorKind],
  UnreadableGrant: ['7ece8a4c5ad3c986', decodeUnreadableGrant],
  GrantPage: ['cdf7aa75093b8b8b', decodeGrantPage],
  HookLog: ['85f8d882157cc2f8', decodeHookLog],
  HookStep: ['f228b0b62bcf42a7', decodeHookStep],
  Ending: ['e8b999eb2020d0c3', decodeEnding],
  Cutoff: ['c3ca8575580d7943', decodeCutoff],
  Acceptance: ['477200b99042eea0', decodeAcceptance],
  NackOutcome: ['4f06ff6df2046963', decodeNackOutcome],
  InboxItem: ['72cffd1ccc9e0999', decodeInboxItem],
  DeadLetter: ['9a0ab157c5107eac', decodeDeadLetter],
  InboxCounts: ['e88550c9a58ec90e', decodeInboxCounts],
  WorkerLog: ['85f8d882157cc2f8', decodeWorkerLog],
  FieldIssue: ['32bd831d5d1dbcfd', decodeFieldIssue],
  KeeperReport: ['701469efee7523f4', decodeKeeperReport],
  LegacyMessage: ['f6cef61b91efd473', decodeLegacyMessage],
  LegacyButton: ['86d013055f382fc5', decodeLegacyButton],
  LegacyButtonData: ['73fa350b84416568', decodeLegacyButtonData],
  LegacyNotification: ['57e2d8dac5785f3d', decodeLegacyNotification],
  LegacyNotificationPayload: ['30a14940b647521b', decodeLegacyNotificationPayload],
  LegacyNotificationData: ['f1e5cc7f511d2465', decodeLegacyNotificationData],
  LegacyParty: ['c0c38a880343731f', decodeLegacyParty],
  LegacyNotificationMetadata: ['2bd4989d89337d58', decodeLegacyNotificationMetadata],
  LegacyWidgets: ['969ffb5f47683a71', decodeLegacyWidgets],
  LegacyPostAddon: ['23d368f4c30b03e7', decodeLegacyPostAddon],
  LegacyUserAddon: ['7f28ba99739416ff', decodeLegacyUserAddon],
  LegacyVerification: ['2dc7914e851f849b', decodeLegacyVerification],
  LegacyPostEdit: ['177de697016f494a', decodeLegacyPostEdit],
  LegacyUploadUrl: ['ed8e7e31946c9ecb', decodeLegacyUploadUrl],
  LegacyTitleRow: ['e9164064864f8c4b', decodeLegacyTitleRow],
  LegacySubtitleRow: ['e9164064864f8c4b', decodeLegacySubtitleRow],
  LegacyDescriptionRow: ['974473fe54733c4a', decodeLegacyDescriptionRow],
  LegacyWideButtonBar: ['f80cfc8bb2e33429', decodeLegacyWideButtonBar],
  LegacyWideButton: ['4d8bc978951896c5', decodeLegacyWideButton],
  LegacySelectorRow: ['2830b8ca8dffde76', decodeLegacySelectorRow],
  LegacyScoreRow: ['4abdec5fe167fae9', decodeLegacyScoreRow],
  LegacyImageCarouselRow: ['1d9bc2c9d6dee85f', decodeLegacyImageCarouselRow],
  LegacyCarouselItem: ['cc24615d45271555', decodeLegacyCarouselItem],
  LegacyGroupInfoRow: ['0cb11e92acbcd4a5', decodeLegacyGroupInfoRow],
  LegacyEventRow: ['84da0cd21fc486e9', decodeLegacyEventRow],
  LegacyEvaluationRow: ['7cff9b890523cd9d', decodeLegacyEvaluationRow],
  LegacyEvaluationSection: ['3fefacc35a79be0d', decodeLegacyEvaluationSection],
  LegacyWidget: ['4e93358bd89843f5', decodeLegacyWidget],
  LegacyIcon: ['533171a2e11bc40e', decodeLegacyIcon],
  LegacyAction: ['6dfd0a66cf2ef5e6', decodeLegacyAction],
  LegacyActionPayload: ['f1ca5beab261c653', decodeLegacyActionPayload],
  LoginStep: ['59b47bb4172c57a8', decodeLoginStep],
  Migrated: ['175b9301f55cc0af', decodeMigrated],
  Change: ['cbb2b5e459833644', decodeChange],
  ChangeKind: ['078a4ebba5b43140', decodeChangeKind],
  Action: ['50eb140da0a3368c', decodeAction],
  PostAddon: ['a602482841ee68c1', decodePostAddon],
  UserAddon: ['32eac26259fdd810', decodeUserAddon],
  BusinessAddon: ['b30fcb9562ffd79d', decodeBusinessAddon],
  AddonCreated: ['663689e64e14b9d0', decodeAddonCreated],
  Asset: ['f58f5424f5cab837', decodeAsset],
  AssetList: ['32d0a69919eaa8c3', decodeAssetList],
  Maturity: ['b38b81182f755500', decodeMaturity],
  AccessRight: ['40cd249c711f292f', decodeAccessRight],
  AccessRights: ['454871fb4514299d', decodeAccessRights],
  SubmitSchema: ['6e6263a3f6b4c5f0', decodeSubmitSchema],
  HttpMethod: ['c8cc7ebd64a17add', decodeHttpMethod],
  UploadTarget: ['6f1d9042ba6902d2', decodeUploadTarget],
  MediaUploadUrls: ['ee89374a5f2f69b7', decodeMediaUploadUrls],
  ConversationType: ['b4531e1111d62a98', decodeConversationType],
  SenderSide: ['dc2d4a03fcb28093', decodeSenderSide],
  SenderType: ['7e3977291cb6ea6b', decodeSenderType],
  Conversation: ['8e591ced8c93f5ed', decodeConversation],
  Sender: ['d4dc9adb81d64880', decodeSender],
  ChatMessage: ['f79f7a5865cd6c66', decodeChatMessage],
  MessageContent: ['0d14919567c7d883', decodeMessageContent],
  ImageData: ['8bba7e9d880395a2', decodeImageData],
  FileData: ['1c1d490e89bbd4c9', decodeFileData],
  VoiceData: ['dfdcf1247b7f1525', decodeVoiceData],
  LocationData: ['3cd003607318d6e1', decodeLocationData],
  VideoData: ['5cfeb9be50368f9e', decodeVideoData],
  ContactData: ['070b90d3e45827cc', decodeContactData],
  ConversationRecord: ['8ce9a3e84a1731ed', decodeConversationRecord],
  BotMessageSent: ['9148b1f177df562b', decodeBotMessageSent],
  ChatUploadToken: ['a84cf37ef87aa112', decodeChatUploadToken],
  UploadedChatMedia: ['064b17e906a864bc', decodeUploadedChatMedia],
  Color: ['ca8a989b220b6e94', decodeColor],
  CustomButtonType: ['b2fb778ab9195caa', decodeCustomButtonType],
  CustomButton: ['81d7a471144049f6', decodeCustomButton],
  SubscriptionType: ['cf57df1591eca444', decodeSubscriptionType],
  Subscription: ['50b4123185a250dd', decodeSubscription],
  UserAccessRevocation: ['7c6b6df01c57f479', decodeUserAccessRevocation],
  PostUpdateType: ['760db305bc3356c6', decodePostUpdateType],
  PostUpdate: ['785c4abd709bb748', decodePostUpdate],
  TransactionState: ['4f91f862fb1af765', decodeTransactionState],
  TransactionType: ['a88f1958eda8bd57', decodeTransactionType],
  Transaction: ['ebd174f55fec8c3c', decodeTransaction],
  PostSearch: ['f74195d127b2eb73', decodePostSearch],
  SearchFilters: ['46f1e5ac77b70d83', decodeSearchFilters],
  NumberRange: ['25350c9624598c5c', decodeNumberRange],
  TomanRange: ['b7e76d01d51f59ca', decodeTomanRange],
  FoundPosts: ['583d236084efa781', decodeFoundPosts],
  FoundPost: ['591f6b116116352a', decodeFoundPost],
  RealEstateFields: ['f238ccbd577f0caf', decodeRealEstateFields],
  VehicleFields: ['ba9ab82e89d7a790', decodeVehicleFields],
  PostList: ['ff6d7bb8c5ae11e8', decodePostList],
  ListedPost: ['75ef3b7896cd5f6e', decodeListedPost],
  BusinessTrade: ['1da02c0d96dcdced', decodeBusinessTrade],
  BusinessRole: ['d94d69d1be27f5fd', decodeBusinessRole],
  BusinessList: ['de1638d79c1e1dcc', decodeBusinessList],
  Business: ['7ba6ead2d86bd344', decodeBusiness],
  ProfileImage: ['42f9d5857e4702e1', decodeProfileImage],
  UploadedImage: ['cdcff6702a50619f', decodeUploadedImage],
  Message: ['e5d26b5c443de0b0', decodeMessage],
  BotMessage: ['1246fd6765230866', decodeBotMessage],
  ButtonGrid: ['2806284d6172ac5b', decodeButtonGrid],
  ButtonRow: ['e4c02647529c78ff', decodeButtonRow],
  Button: ['0d18ac1efa20bcf7', decodeButton],
  MessageSent: ['ac14c8b0d0735ee4', decodeMessageSent],
  Rials: ['4c5ed08aeba9fdc2', decodeRials],
  Tomans: ['eed5e923b9c9388b', decodeTomans],
  PostEdit: ['3fac834e24e96344', decodePostEdit],
  PostVideo: ['25e6e6f32507252b', decodePostVideo],
  PostUploadUrls: ['c103becdc9364802', decodePostUploadUrls],
  UploadedPostImage: ['6af26ee1b7502281', decodeUploadedPostImage],
  UploadedPostVideo: ['603b59568345d25f', decodeUploadedPostVideo],
  PostStats: ['fd4a3f79b8c63b1e', decodePostStats],
  PostCounts: ['65d44911be14f82e', decodePostCounts],
  DailyCount: ['7380784072c6d0ad', decodeDailyCount],
  OwnPostState: ['c5344adfee7eca07', decodeOwnPostState],
  LocationType: ['41b6dac2cd82f10a', decodeLocationType],
  PostDetails: ['63458b827edfda1f', decodePostDetails],
  OwnPost: ['49887ef6d39b4dba', decodeOwnPost],
  PostSubmission: ['8d198b7d6a578e15', decodePostSubmission],
  PostSubmitted: ['d0f07c34fe122b93', decodePostSubmitted],
  SubmitPermission: ['593f5d2d507abfac', decodeSubmitPermission],
  PostPricing: ['336de1d8a37abcf3', decodePostPricing],
  ServicePrice: ['3f96e03e1df2784e', decodeServicePrice],
  PostPayment: ['c4d90439057a76a0', decodePostPayment],
  PostReordered: ['76e745ef47c5bd5d', decodePostReordered],
  PromotionOperation: ['47c756fdd08e9852', decodePromotionOperation],
  PayStatus: ['54552ce688a9b15d', decodePayStatus],
  Promotion: ['231606f936a764df', decodePromotion],
  PromotionPayment: ['f9b3864c09d4bfd3', decodePromotionPayment],
  Balance: ['c01fdef1faaea786', decodeBalance],
  TransactionQuery: ['710a276fc21f2550', decodeTransactionQuery],
  TransactionPage: ['ed40c1cf3e00eae8', decodeTransactionPage],
  PaymentReport: ['5dddd6a6c87b0e5f', decodePaymentReport],
  PostState: ['16219f2a61ee6594', decodePostState],
  BusinessType: ['8c1ed7d150eb4e9f', decodeBusinessType],
  Post: ['94f67d67d95b9107', decodePost],
  BusinessData: ['3f1cb037891f538c', decodeBusinessData],
  Price: ['7cee7688e30d9e68', decodePrice],
  SemanticRecord: ['dcb78b6a57cd787a', decodeSemanticRecord],
  UserIdSemanticRecord: ['53a337a2db792c07', decodeUserIdSemanticRecord],
  RecordCreated: ['663689e64e14b9d0', decodeRecordCreated],
  TicketCheck: ['e7cbdfed6a64a6a1', decodeTicketCheck],
  ValidTicket: ['b8fdc5da6d206b45', decodeValidTicket],
  TicketProblem: ['176af8470bfbffb3', decodeTicketProblem],
  User: ['a2866b2e2037393f', decodeUser],
  PhoneNumbers: ['74c1705a19d2d864', decodePhoneNumbers],
  UserIdQuery: ['69f9873dede93ec9', decodeUserIdQuery],
  UserIdResponse: ['e68e8a5665dd810c', decodeUserIdResponse],
  ButtonBar: ['5b5fc71c69f536d5', decodeButtonBar],
  SelectorRow: ['ec2968494f6129c7', decodeSelectorRow],
  EventRow: ['90548d659a41b293', decodeEventRow],
  ImageCarouselRow: ['8d5e051c4d4f2469', decodeImageCarouselRow],
  CarouselItem: ['be87c1d4cafa77e9', decodeCarouselItem],
  Widget: ['c516361a9b28b61d', decodeWidget],
  ScoreRow: ['b933e9ed9717be37', decodeScoreRow],
  EvaluationRow: ['ce33224df21ec590', decodeEvaluationRow],
  EvaluationSection: ['2a5d4c65d1dfd73b', decodeEvaluationSection],
  TitleRow: ['57a0ba28ddd8f710', decodeTitleRow],
  SubtitleRow: ['57a0ba28ddd8f710', decodeSubtitleRow],
  DescriptionRow: ['d2bc699ada498f92', decodeDescriptionRow],
  GroupInfoRow: ['770ce36270886d56', decodeGroupInfoRow],
  GroupInfoItem: ['6a32097556bac259', decodeGroupInfoItem],
  Authorization: ['736f03631e2c7432', decodeAuthorization],
  LoginOutcome: ['038c9b129aa0c4db', decodeLoginOutcome],
  CallTrace: ['0418aac781614ae5', decodeCallTrace],
  TraceAttribute: ['de0804be560fb74c', decodeTraceAttribute],
  TracedRetry: ['9ca04ac10447fec3', decodeTracedRetry],
  Attempt: ['450517521533db8b', decodeAttempt],
  Refresh: ['856a096f5c01d7fc', decodeRefresh],
  ReceivedHook: ['591366bea2837b2b', decodeReceivedHook],
  HandledEvent: ['b95529aee430b3e1', decodeHandledEvent],
  Requirements: ['3af7dcb08930d5b7', decodeRequirements],
  Alternative: ['c1474081355e361a', decodeAlternative],
  ScopeRow: ['86df5cc2a2ccdd7e', decodeScopeRow],
  GrantState: ['59e690c3e7372c9c', decodeGrantState],
  GrantWarning: ['c656891518f5ccab', decodeGrantWarning],
  GrantInfo: ['83dd87fa0a0b13ba', decodeGrantInfo],
  SubscriptionStatus: ['ac62577f44b4034f', decodeSubscriptionStatus],
  Gap: ['cd9aaae7a1323723', decodeGap],
  SubscriptionInfo: ['0d5b80890975367b', decodeSubscriptionInfo],
  ConformanceFailure: ['cbfbf16c4c5c13bb', decodeConformanceFailure],
  ScriptedResponse: ['a17ccdaa1ad977ab', decodeScriptedResponse],
  NoResponse: ['642a825fdef2ca1d', decodeNoResponse],
  ScriptedOutcome: ['27c899ec1cea7c6b', decodeScriptedOutcome],
  RecordedRequest: ['9627e576ec8abd07', decodeRecordedRequest],
  Tokens: ['dabc9e9271281184', decodeTokens],
  Delivery: ['7de200636af1232e', decodeDelivery],
  Event: ['431100b15736b1f0', decodeEvent],
  Reply: ['e4703721891f8176', decodeReply],
  StartVersion: ['3587a657b04fa5bc', decodeStartVersion],
  StartSource: ['fef2e9f0264c6679', decodeStartSource],
  Touchpoint: ['2c08c9f9944ebba7', decodeTouchpoint],
  UserSide: ['1f3ce5f7c20b0c4d', decodeUserSide],
  StartRequest: ['dd414640709d6a10', decodeStartRequest],
  StartReply: ['8ec6962892058336', decodeStartReply],
  DynamicActionRequest: ['51e3e631f75f70e4', decodeDynamicActionRequest],
  DynamicActionReply: ['6ce3c3ca0df02790', decodeDynamicActionReply],
  BotStart: ['f337d7d4a0e008b3', decodeBotStart],
  DirectLink: ['f30db508bb75c414', decodeDirectLink],
  LogLine: ['6ef98969a152cdf1', decodeLogLine],
  StoreRequest: ['97b0c29f7722b156', decodeStoreRequest],
  StoredRecord: ['db198f1993497b67', decodeStoredRecord],
  StoreResponse: ['752e02d3936b13ad', decodeStoreResponse],
}
