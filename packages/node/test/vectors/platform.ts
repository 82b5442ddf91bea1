/** The client of the vectors: its settings, its transport and clock, and every call of the endpoint table by its name. */
import { Buffer } from 'node:buffer'

import {
  OpenPlatform,
  type Outcome,
  type PostAddonOptions,
  read,
  type Settings,
  Tokens,
  type UserClient,
  write,
} from 'open-platform'
import { answer, ManualClock, noAnswer, Recorder } from 'open-platform/testing'

import { type Case, cases, type Value } from './cases.js'

export const REDIRECT_URI = 'https://app.example/oauth/callback'
export const NOW = new Date('2026-11-20T12:00:00Z')

/** The client, what it sent, and its clock. */
export class Vectors {
  readonly recorder: Recorder
  readonly clock = ManualClock.at(NOW)
  readonly client: OpenPlatform

  constructor(outcomes: Value[] | { always: Value }, settings: Settings = {}) {
    this.recorder = Array.isArray(outcomes)
      ? Recorder.script(outcomes.map(outcome))
      : Recorder.always(outcome(outcomes.always ?? { status: 200, body: {} }))
    const host = (name: string) => `https://${name}.example`
    this.client = new OpenPlatform({
      environment: {},
      apiKey: 'key-of-the-app',
      clientSecret: 'client-secret-of-the-app',
      clientId: 'my-app',
      redirectUri: REDIRECT_URI,
      hosts: { auth: host('auth'), base: host('base'), api: host('api'), upload: host('upload') },
      ...settings,
      transport: this.recorder,
      clock: this.clock,
    })
  }

  get user(): UserClient {
    return this.client.userWithToken('access-token-of-the-user')
  }

  get sent() {
    return this.recorder.requests()
  }

  /** Makes a call of the endpoint table. The value is what it returns, in its written form. */
  call(name: string, given: Value, options?: PostAddonOptions): Promise<Value> {
    const call = CALLS[name]
    if (!call) throw new Error(`${name} has no runner`)
    return call(this.client, this.user, given, options)
  }
}

/** One attempt. */
export const ONCE: Settings = { retry: { maxAttempts: 1 } }

/** The first case of a call in `requests.json`: where other files take its arguments and its reply from. */
export function example(call: string): Case {
  return cases('requests').find(({ given }) => given.call === call)!
}

/** What the platform answers, as a case writes it. */
function outcome(it: Value): Outcome {
  if (it.failure) return noAnswer(it.failure, it.may_have_arrived)
  if ('body' in it) return answer(it.status, it.body, it.headers)
  return answer(it.status, new TextEncoder().encode(it.text ?? ''), it.headers)
}

/** A pair whose access token ended an hour ago. */
export function tokens(accessToken: string, refreshToken: string): Tokens {
  const expiresAt = new Date('2026-11-20T11:00:00Z')
  return new Tokens({ accessToken, refreshToken, expiresAt, scopes: ['USER_PHONE', 'offline_access'] })
}

type Call = (platform: OpenPlatform, user: UserClient, given: Value, options?: PostAddonOptions) => Promise<Value>

const CALLS: Record<string, Call> = {
  'oauth.authorize': async (platform, _, { scopes, session_id }) =>
    (await platform.oauth.authorize({ scopes, session: session_id })).url,
  'oauth.exchange': async (platform, _, { code, redirect_uri }) => void (await platform.oauth.exchange(code, redirect_uri)),
  'oauth.refresh': async (platform, _, given) =>
    void (await platform.oauth.refresh(tokens(given.access_token, given.refresh_token), given.redirect_uri)),
  'users.phone_numbers': async (_, user) => write.phoneNumbers(await user.users.phoneNumbers()),
  'users.me': async (_, user) => write.user(await user.users.me()),
  'users.id_by_phone': (platform, _, { phone }) => platform.users.idByPhone(phone),
  'posts.get': async (platform, _, { post_token }) => write.post(await platform.posts.get(post_token)),
  'posts.get_with_ongoing_images': async (_, user, { post_token }) =>
    write.post(await user.posts.getWithOngoingImages(post_token)),
  'images.upload': async (platform, _, { image_base64 }) =>
    write.uploadedImage(await platform.images.upload(Buffer.from(image_base64, 'base64'))),
  'addons.create_on_post': async (_, user, { post_token, addon }, options) =>
    write.addonCreated(await user.addons.createOnPost(post_token, read.postAddon(addon), options)),
  'addons.create_for_user': async (_, user, { phone, addon }) =>
    write.addonCreated(await user.addons.createForUser(phone, read.userAddon(addon))),
  'addons.create_for_user_id': async (_, user, { user_id, addon }) =>
    write.addonCreated(await user.addons.createForUserId(user_id, read.userAddon(addon))),
  'addons.create_for_business': async (_, user, { business_token, addon }) =>
    write.addonCreated(await user.addons.createForBusiness(business_token, read.businessAddon(addon))),
  'addons.delete_from_post': (platform, _, { post_token }) => platform.addons.deleteFromPost(post_token),
  'addons.delete_for_user': (platform, _, { id }) => platform.addons.deleteForUser(id),
  'semantics.create_for_user': async (_, user, { phone, record }) =>
    write.recordCreated(await user.semantics.createForUser(phone, read.semanticRecord(record))),
  'semantics.create_for_user_id': async (_, user, { user_id, record }) =>
    write.recordCreated(await user.semantics.createForUserId(user_id, read.userIdSemanticRecord(record))),
  'semantics.create_for_post': async (_, user, { post_token, record }) =>
    write.recordCreated(await user.semantics.createForPost(post_token, read.semanticRecord(record))),
  'semantics.delete_for_user': (platform, _, { phone }) => platform.semantics.deleteForUser(phone),
  'semantics.delete_for_user_id': (platform, _, { user_id, phone }) => platform.semantics.deleteForUserId(user_id, phone),
  'conversations.send': async (_, user, { conversation_id, message }) =>
    write.messageSent(await user.conversations.send(conversation_id, read.message(message))),
  'conversations.get': async (_, user, { conversation_id }) =>
    write.conversation(await user.conversations.get(conversation_id)),
  'chatbot.reply': async (platform, _, { conversation_id, message }) =>
    write.botMessageSent(await platform.chatbot.reply(conversation_id, read.botMessage(message))),
  'chatbot.send': async (_, user, { user_id, message }) =>
    write.botMessageSent(await user.chatbot.send(user_id, read.botMessage(message))),
  'events.subscribe': async (_, user, { subscription }) => user.events.subscribe(read.subscription(subscription)),
  'legacy.addons.create_on_post_by_key': async (platform, _, { post_token, addon }, options) =>
    write.addonCreated(await platform.legacy.addons.createOnPostByKey(post_token, read.postAddon(addon), options)),
  'legacy.addons.create_on_post': async (_, user, { post_token, addon }, options) =>
    write.addonCreated(await user.legacy.addons.createOnPost(post_token, read.legacyPostAddon(addon), options)),
  'legacy.addons.create_for_user': async (_, user, { phone, addon }) =>
    write.addonCreated(await user.legacy.addons.createForUser(phone, read.legacyUserAddon(addon))),
  'legacy.verifications.create': async (_, user, { phone, verification }) =>
    write.recordCreated(await user.legacy.verifications.create(phone, read.legacyVerification(verification))),
  'legacy.verifications.delete': (platform, _, { phone }) => platform.legacy.verifications.delete(phone),
  'legacy.conversations.send': async (_, user, { message }) =>
    write.messageSent(await user.legacy.conversations.send(read.legacyMessage(message))),
  'legacy.events.listen': (_, user, { listener }) => {
    const { post_token, endpoint, identification_key } = listener
    return user.legacy.events.listen(post_token, endpoint, identification_key)
  },
}
