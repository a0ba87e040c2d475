import { userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createRig, dataOf, errorOf } from '../testing/rig.js'
import { createTestClock } from '../testing/test-clock.js'
import { answerTimeMs, maxQuestions, showTimeMs } from './confirmer.js'
import type { Prompt, PromptQuestion } from './prompt.js'

const ada = `${userIdPrefix}ada`
const eve = `${userIdPrefix}eve`

/** Questions on screen, answered by the test. */
function createTestPrompt() {
  const open: { question: PromptQuestion; answer: (isApproved: boolean) => void }[] = []
  const state = { seen: true, isPageHidden: false }
  const prompt: Prompt = {
    open(question, answer) {
      const entry = { question, answer }
      open.push(entry)
      return {
        wasSeen: () => state.seen,
        close: () => void open.splice(open.indexOf(entry), 1),
      }
    },
    isPageHidden: () => state.isPageHidden,
  }
  return { prompt, open, state }
}

async function setup() {
  const rig = await createRig()
  const clock = createTestClock()
  const screen = createTestPrompt()
  const page = rig.openPage(undefined, { prompt: screen.prompt, clock })
  const accessToken = rig.token(ada)
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
    address: string
  }
  const solana = dataOf(await page.send('privy:solana-wallet:create', { accessToken }))
  const publicKey = String(solana.publicKey)
  const sign = (message = 'hello', token = accessToken) =>
    page.send('privy:wallet:rpc', {
      accessToken: token,
      address,
      request: { method: 'personal_sign', params: [message, address] },
    })
  return { rig, clock, page, accessToken, address, publicKey, sign, ...screen }
}
/** Lets everything that is due happen: chunks are loaded on the way. */
const until = async (isSo: () => boolean) => {
  for (let count = 0; count < 500 && !isSo(); count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(isSo()).toBe(true)
}

describe('an app that enforces wallet screens', () => {
  test('shows what it signs, and signs once it was approved', async () => {
    const { sign, open, page, address } = await setup()
    const signed = sign('hello')
    await until(() => open.length === 1)
    expect(open[0]?.question).toMatchObject({
      origin: 'https://app.example',
      reading: { wallet: address, subject: { kind: 'message', text: { text: 'hello' } } },
    })
    expect(page.received.at(-1)).toMatchObject({ event: 'sallyport:confirm:show', id: 'id-2' })

    open[0]?.answer(true)

    expect(dataOf(await signed)).toMatchObject({ address })
    expect(page.received.at(-2)).toMatchObject({ event: 'sallyport:confirm:hide', id: 'id-2' })
    expect(open).toHaveLength(0)
  })

  test('error: refused, nothing is signed and no share is fetched', async () => {
    const { sign, open, rig } = await setup()
    const calls: string[] = []
    rig.custody.intercept = async ({ route, answer }) => {
      calls.push(route)
      return answer()
    }
    const signed = sign()
    await until(() => open.length === 1)

    open[0]?.answer(false)

    expect(errorOf(await signed)).toBe('user_rejected')
    expect(calls).toEqual([])
  })

  test('IFR-09: every event that signs asks, with whatever flags', async () => {
    const { page, open, accessToken, address, publicKey } = await setup()
    const flags = { showWalletUIs: false, noPromptOnSignature: true }
    const ethereum = { method: 'personal_sign', params: ['hi', address], ...flags }
    const solana = { method: 'signMessage', params: { message: 'aGk=' }, ...flags }
    const entropy = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' } as const
    const all = [
      page.send('privy:wallet:rpc', { accessToken, address, request: ethereum, ...flags }),
      page.send('privy:solana-wallet:rpc', { accessToken, publicKey, request: solana }),
      ...(['ethereum', 'solana'] as const).map((chainType) =>
        page.send('privy:wallets:rpc', {
          accessToken,
          ...entropy,
          chainType,
          hdWalletIndex: 0,
          request: chainType === 'ethereum' ? ethereum : solana,
        }),
      ),
    ]
    for (const _ of all) {
      await until(() => open.length === 1)
      open[0]?.answer(false)
    }

    const answers = await Promise.all(all)

    expect(answers.map(errorOf)).toEqual(Array(4).fill('user_rejected'))
  })

  test('asks one question at a time, in the order they came', async () => {
    const { sign, open, page } = await setup()
    const all = [sign('one'), sign('two')]
    await until(() => page.received.filter(({ event }) => event.endsWith(':show')).length === 2)
    expect(open).toHaveLength(1)
    open[0]?.answer(true)
    await until(() => open.length === 1)
    expect(open[0]?.question.reading.subject).toMatchObject({ text: { text: 'two' } })
    open[0]?.answer(false)

    const [one, two] = await Promise.all(all)

    expect('data' in one!).toBe(true)
    expect(errorOf(two!)).toBe('user_rejected')
  })

  test('error: more questions than can wait are refused at once', async () => {
    const { sign, open } = await setup()
    const all = Array.from({ length: maxQuestions }, () => sign())
    expect(errorOf(await sign())).toBe('error')

    for (const _ of all) {
      await until(() => open.length === 1)
      open[0]?.answer(false)
    }
    expect((await Promise.all(all)).map(errorOf)).toEqual(all.map(() => 'user_rejected'))
  })

  test('error: a page that never shows the frame is told so after 10 s', async () => {
    const { sign, open, state, clock } = await setup()
    state.seen = false
    const signed = sign()
    await until(() => open.length === 1)
    clock.advance(showTimeMs - 1)
    expect(open).toHaveLength(1)

    clock.advance(1)

    expect(errorOf(await signed)).toBe('confirmation_not_shown')
  })

  test('a tab in the background does not count as not shown; five minutes are the end of it', async () => {
    const { sign, open, state, clock } = await setup()
    Object.assign(state, { seen: false, isPageHidden: true })
    const signed = sign()
    await until(() => open.length === 1)
    clock.advance(answerTimeMs - 1)
    expect(open).toHaveLength(1)

    clock.advance(1)

    expect(errorOf(await signed)).toBe('user_rejected')
    expect(open).toHaveLength(0)
  })

  test('SIG-18: logging out refuses that user’s waiting requests, and no others', async () => {
    const { sign, open, page, rig } = await setup()
    const [own, other] = [sign('own'), sign('other', rig.token(eve))]
    await until(() => open.length === 1)

    await page.send('privy:mfa:clear', { userId: ada })

    expect(errorOf(await own)).toBe('user_rejected')
    await until(() => open.length === 1)
    expect(open[0]?.question.reading.subject).toMatchObject({ text: { text: 'other' } })
    await page.send('privy:mfa:clear', {})
    expect(errorOf(await other)).toBe('user_rejected')
  })

  test('SIG-18: a page that gives a request up takes the question away', async () => {
    const { sign, open, page } = await setup()
    const signed = sign()
    await until(() => open.length === 1)

    await page.send('sallyport:confirm:cancel', { requestId: 'id-99' })
    expect(open).toHaveLength(1)
    await page.send('sallyport:confirm:cancel', { requestId: 'id-2' })

    expect(errorOf(await signed)).toBe('user_rejected')
    expect(open).toHaveLength(0)
  })

  test('error: what would be refused anyway is refused without asking', async () => {
    const { page, open, accessToken, address } = await setup()
    const ask = (method: string, params: unknown) =>
      page.send('privy:wallet:rpc', { accessToken, address, request: { method, params } })
    const types = { A: [{ name: 'a', type: 'bool' }] }
    const typedData = { types, primaryType: 'A', domain: {}, message: { extra: 1 } }

    for (const answer of [
      await ask('eth_sendTransaction', [{}]),
      await ask('personal_sign', ['hi']),
      await ask('eth_signTransaction', [{ chainId: 1 }]),
      await ask('eth_signTypedData_v4', [address, typedData]),
    ]) {
      expect(errorOf(answer)).toBe('invalid_request_arguments')
    }
    expect(open).toHaveLength(0)
  })
})
