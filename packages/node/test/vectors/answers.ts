/** Vectors of what a successful answer becomes. */
import {
  postDescription,
  postHas,
  postImages,
  postPrice,
  postTitle,
  type Post,
  userPhone,
  write,
} from 'open-platform'

import { type Case, errorIs, fields, judge, outcome, same, type Value } from './cases.js'
import { example, ONCE, Vectors } from './platform.js'

/** A client that gets the answer of the case: a whole `reply`, or a `body` or `text` with status 200. */
function answered({ given }: Case): Vectors {
  const { reply, text, body } = given
  return new Vectors({ always: reply ?? (text !== undefined ? { status: 200, text } : { status: 200, body }) }, ONCE)
}

judge('posts', async (it) => {
  const post = await outcome(it.expect, () => answered(it).client.posts.get('gZd7omnS'))
  if (post) isPost(post, it.expect)
})

function isPost(post: Post, expect: Value): void {
  same('issues', post.issues.map(({ path }) => path).sort(), expect.issues ?? [])
  fields(write.post(post), expect.fields ?? {})
  for (const [member, present] of Object.entries(expect.has ?? {})) {
    same(`whether ${member} was there`, postHas(post, member), present)
  }
  for (const [member, text] of Object.entries(expect.data_text ?? {})) {
    // A number that JavaScript cannot hold is its text.
    const value = (post.data as Value)[member]
    same(`data.${member}`, value === text ? value : JSON.stringify(value), text)
  }
  for (const [shortcut, expected] of Object.entries<Value>(expect.shortcuts ?? {})) {
    const value = SHORTCUTS[shortcut]!
    if (expected?.error) {
      try {
        value(post)
      } catch (error) {
        errorIs(error, expected.error)
        continue
      }
      throw new Error(`${shortcut} was accepted`)
    }
    same(shortcut, value(post), expected)
  }
}

const SHORTCUTS: Record<string, (post: Post) => Value> = {
  title: postTitle,
  description: postDescription,
  images: postImages,
  price: (post) => {
    const price = postPrice(post)
    return price && { ...(price.mode && { mode: price.mode }), ...(price.value !== undefined && { value: price.value.tomans }), ...price.extra }
  },
}

judge('users', async (it) => {
  const { given, expect } = it
  const platform = answered(it)
  if (given.call === 'users.me') {
    const user = await outcome(expect, () => platform.user.users.me())
    if (!user) return
    same('issues', user.issues.map(({ path }) => path).sort(), expect.issues ?? [])
    same('phone', userPhone(user), expect.phone)
    fields(write.user(user), expect.fields ?? {})
  } else if (given.call === 'users.phone_numbers') {
    const numbers = await outcome(expect, () => platform.user.users.phoneNumbers())
    if (!numbers) return
    same('issues', numbers.issues.map(({ path }) => path).sort(), expect.issues ?? [])
    fields(write.phoneNumbers(numbers), expect.fields)
  } else {
    const id = await outcome(expect, () => platform.client.users.idByPhone('09123456789'))
    if (id !== undefined) same('value', id, expect.value)
  }
})

judge('answers', async (it) => {
  const { arguments: given } = example(it.given.call).given
  const value = await outcome(it.expect, () => answered(it).call(it.given.call, given), { hasValue: false })
  if (!('error' in it.expect)) same('value', value, it.expect.value)
})

judge('pages', async ({ given, expect }) => {
  const platform = new Vectors(given.outcomes, ONCE)
  const ids: string[] = []
  await outcome(expect, async () => {
    for await (const { id } of platform.client.payments.iterateTransactions()) ids.push(id)
  }, { hasValue: false })
  same('ids', ids, expect.ids)
  same('number of requests', platform.sent.length, expect.requests)
})
