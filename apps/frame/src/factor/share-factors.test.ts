import { userIdPrefix } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { browserParts } from '../device/browser-parts.js'
import { fakeToken } from '../testing/fake-token.js'
import { createFactorTokens } from './factor-tokens.js'
import { openFactorChannel } from './open-channel.js'
import { askForFactors, shareFactors } from './share-factors.js'

/* Two pages of one browser, with the browser's own channel between them. */

const appId = 'app'
const ada = fakeToken(`${userIdPrefix}ada`, appId)
const bob = fakeToken(`${userIdPrefix}bob`, appId)
const opened: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

function openPage(app = appId) {
  const channel = openFactorChannel(browserParts(globalThis).openChannel, app)
  if (!(channel instanceof BroadcastChannel)) throw new Error('Node has broadcast channels')
  opened.push(channel)
  return { channel, factors: createFactorTokens(app, { nowMs: () => 0 }) }
}

/** The hidden frame, where Ada proved a factor. */
function openHiddenFrame() {
  const hidden = openPage()
  hidden.factors.keep(ada, 'proof-of-ada')
  shareFactors(hidden.channel, hidden.factors)
  return hidden
}

/** Resolves once everything that was sent before has arrived everywhere: messages of a channel keep their order. */
function everythingArrived(): Promise<void> {
  const [from, to] = [openPage('order').channel, openPage('order').channel]
  return new Promise((resolve) => {
    to.addEventListener('message', () => setTimeout(resolve))
    from.postMessage('last')
  })
}

describe('a factor between pages of the wallet’s origin', () => {
  test('reaches a page that asks with a token of the same user', async () => {
    openHiddenFrame()
    const page = openPage()
    const answered = new Promise((resolve) => {
      page.channel.addEventListener('message', ({ data }) => data.factor && resolve(data))
    })

    askForFactors(page.channel, page.factors, ada)
    await answered

    expect(page.factors.of(ada)).toBe('proof-of-ada')
  })

  test('does not reach a page of another user or of another app', async () => {
    const hidden = openHiddenFrame()
    const [other, stranger] = [openPage(), openPage('other-app')]
    const heard: unknown[] = []
    for (const { channel } of [other, stranger])
      channel.addEventListener('message', ({ data }) => heard.push(data.factor))

    askForFactors(other.channel, other.factors, bob)
    askForFactors(stranger.channel, stranger.factors, fakeToken(`${userIdPrefix}ada`, 'other-app'))
    await everythingArrived()
    await everythingArrived()

    expect(heard.filter((factor) => factor !== undefined)).toEqual([])
    expect(other.factors.of(bob)).toBeUndefined()
    expect(hidden.factors.of(bob)).toBeUndefined()
  })

  test('messages of another kind are ignored by both sides', async () => {
    const hidden = openHiddenFrame()
    const page = openPage()
    askForFactors(page.channel, page.factors, bob)
    const sender = openPage().channel
    for (const message of [
      null,
      'text',
      { accessToken: 7 },
      { accessToken: 'not a token' },
      { accessToken: ada, factor: 7 },
      { accessToken: bob, factor: 7 },
    ])
      sender.postMessage(message)
    await everythingArrived()
    await everythingArrived()

    expect(page.factors.of(bob)).toBeUndefined()
    expect(hidden.factors.of(ada)).toBe('proof-of-ada')
  })
})
