/**
 * A chatbot, with Node's own server: shows the price of a post, in the chat and on a click.
 *
 *     a user writes to the bot  ──> POST /hooks/events  ──> an answer with buttons
 *     a user clicks "In rial"   ──> POST /hooks/actions ──> a text that appears for a moment
 */
import { createServer } from 'node:http'

import { type BotMessage, botMessage, button, createHooks, NotFound, OpenPlatform, postPrice, postTitle, readBotStart, toRials } from 'open-platform'

import { listen } from './web.js'

const platform = new OpenPlatform()

const hooks = createHooks({ platform })
  .on('new_chatbot_message', async (event, { reply }) => {
    const { content, sender } = event.message
    if (sender.kind === 'BOT') return
    if (content.type !== 'text') return reply('I can only read text.')
    const post = readBotStart(content.text)?.postToken
    return reply(post ? await describe(post) : 'Open me from a post, and I will tell you its price.')
  })
  .onDynamicAction((request) => {
    const { toman } = (request.extraData ?? {}) as { toman?: unknown }
    if (typeof toman !== 'number' || !Number.isSafeInteger(toman)) return 'This button is too old.'
    return `${toRials({ tomans: toman }).rials} rial`
  })

async function describe(token: string): Promise<string | BotMessage> {
  try {
    const post = await platform.posts.get(token)
    const title = postTitle(post) ?? 'This post'
    const toman = postPrice(post)?.value?.tomans
    if (toman === undefined) return `${title} has no price.`
    const buttons = [[button.dynamic('In rial', { data: { toman } }), button.postPage('Show', { post: token })]]
    return botMessage(`${title}: ${toman} toman`, { buttons })
  } catch (error) {
    if (error instanceof NotFound) return 'I cannot find this post.'
    throw error
  }
}

listen(createServer(hooks.node('/hooks')))
