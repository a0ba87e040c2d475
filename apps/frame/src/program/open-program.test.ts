// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { type FramePageConfig, type ProgramChoice, programPolicy } from '@sallyport/contract'
import { generateSealKeyPair, toBase64url } from '@sallyport/crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeToken } from '../testing/fake-token.js'
import { addressesOf, networksFor, unitsOf } from './choice.js'
import { openProgram } from './open-program.js'

/* The page against an API that says what a test has it say. */

const appId = 'app'
const userId = 'did:privy:ada'
const walletId = '00000000-0000-4000-8000-000000000001'
const consentId = '00000000-0000-4000-8000-000000000002'
const address = `0x${'ad'.repeat(20)}`
const shop = `0x${'5b'.repeat(20)}`
const publicKey = Buffer.from('a key').toString('base64')
const choice: ProgramChoice = {
  pay: {
    ...{ chain_id: '8453', asset: 'native', most_per_day: '10000000000000000' },
    ...{ most_fees_per_day: '0', recipients: [shop] },
  },
  hours: 24,
}
afterEach(() => document.body.replaceChildren())

async function openPage(
  options: {
    /** What the API changes of the consent that was picked. */
    change?: object
    isAlone?: boolean
    code?: string
    /** What the program asked for. */
    asks?: ProgramChoice
    languages?: string[]
    describe?: () => Response
  } = {},
) {
  const { asks = choice } = options
  const { change = {}, isAlone = true, code = 'BCDF-GHJK', languages = ['en'] } = options
  const signer = await generateSealKeyPair()
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const answers: Record<string, (body: Record<string, unknown>) => object> = {
    '/device/request': () => ({
      ...{ client_name: 'Shopping agent', public_key: publicKey, expires_at: 1_900_000_000 },
      asked: { purpose: 'Buys groceries', choice: asks },
    }),
    '/device/refuse': () => ({ success: true }),
    '/approvals/login/init': () => ({ success: true }),
    '/approvals/login': () => ({
      ...{ token: fakeToken(userId, appId), privy_access_token: null, refresh_token: 'r' },
      ...{ is_new_user: false, session_update_action: 'set' },
      user: {
        ...{ id: userId, created_at: 1, linked_accounts: [], mfa_methods: [] },
        ...{ has_accepted_terms: true, is_guest: false },
      },
    }),
    '/embedded_wallets/list': () => ({
      roots: [
        {
          ...{ wallet_id: walletId, imported: false, recovery_method: 'privy' },
          accounts: [{ chain_type: 'ethereum', wallet_index: 0, address }],
        },
      ],
    }),
    '/device/consent': (body) => ({
      consent: {
        ...{ version: 1, consentId, appId, userId, walletId, chainType: 'ethereum' },
        ...{ walletIndex: 0, address, authorizationKeys: [publicKey], threshold: 1 },
        // What the page has sent.
        policy: programPolicy(body.choice as ProgramChoice),
        program: { name: 'Shopping agent', endsAtMs: 1_900_000_000_000 },
        ...change,
      },
    }),
    '/device/allow': () => ({ success: true }),
  }
  await openProgram({
    document,
    isAlone,
    config: {
      ...{ appId, allowedOrigins: [], allowLocalhost: true, vaultPublicKey: '', apiPublicKey: '' },
      delegateKey: toBase64url(signer.publicKey),
      tokens: { issuer: 'i', nowMs: 0, keys: [] },
      ...{ allowsRawDigests: false, allowsAuthorizations: false, confirmation: null },
      app: { appName: 'Harbour', theme: 'light', accentColor: null },
    } satisfies FramePageConfig,
    address: new URL(`https://auth.example/apps/app/embedded-wallets/device?code=${code}`),
    languages,
    credentials: undefined,
    origin: 'https://auth.example',
    fetch: async (url, init) => {
      const path = String(url).replace('https://auth.example/api/v1', '')
      const body = JSON.parse(String(init?.body ?? '{}'))
      sent.push({ path, body })
      if (path === '/device/request' && options.describe) return options.describe()
      return Response.json(answers[path]?.(body) ?? {})
    },
    webCrypto: webcrypto as Crypto,
    openStore: async () => {
      throw new Error('The page needs no store')
    },
    grantStore: { isUsed: () => false } as never,
    locks: undefined,
    clock: { nowMs: () => 0, after: () => () => undefined },
    wallClock: () => 0,
    kept: undefined,
    leaveFor: () => undefined,
    showAddress: () => undefined,
  })
  return { sent }
}

const shown = () => document.body.textContent
const submit = () =>
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))

function type(value: string): void {
  const input = document.querySelector('input')
  if (!input) throw new Error('There is no field')
  input.value = value
  submit()
}

/** Logs in, to where the user picks. */
async function logIn(): Promise<void> {
  submit()
  await expect.poll(shown).toContain('asks for access to your Harbour wallet')
  type('ada@example.com')
  await expect.poll(shown).toContain('Enter the code')
  type('123456')
  await expect.poll(shown).toContain('What may it do?')
}

describe('the page of programs', () => {
  test('shows who asks, what was picked as the signer will keep to it, and what is not allowed', async () => {
    const { sent } = await openPage()
    expect(shown()).toContain('Only continue if you started this yourself')
    await logIn()
    expect(shown()).toContain('“Shopping agent”')
    expect(shown()).toContain('Not verified')
    submit()
    await expect.poll(shown).toContain('Let this program act?')
    expect(shown()).toContain('Pay up to 0.01 ETH in any 24 hours on Base, fees included')
    expect(shown()).toContain('Only to these addresses')
    expect(shown()).toContain('See your key, or log in as you')
    expect(sent.at(-1)).toEqual({
      path: '/device/consent',
      body: { user_code: 'BCDFGHJK', wallet_id: walletId, wallet_index: 0, choice },
    })
  })

  test.each([
    ['another key', { authorizationKeys: [Buffer.from('thief').toString('base64')] }],
    ['another name', { program: { name: 'Wallet', endsAtMs: 1_900_000_000_000 } }],
    ['another limit', { policy: programPolicy({ pay: null, hours: 24 }) }],
    ['another wallet', { address: shop }],
    ['no end', { program: undefined }],
  ])('AGT-04: error: believes no API that puts in %s', async (_name, change) => {
    await openPage({ change })
    await logIn()
    submit()
    await expect.poll(shown).toContain('isn’t what you picked. Nothing was allowed.')
    expect(shown()).not.toContain('Hold to allow')
  })

  test('the most that fees of a token may cost a day is the user’s too', async () => {
    const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
    const pay = { ...choice.pay, asset: usdc, most_per_day: '5000000', most_fees_per_day: '1000' }
    const { sent } = await openPage({ asks: { ...choice, pay: pay as typeof choice.pay } })
    await logIn()
    const fees = document.querySelector<HTMLInputElement>('input[name=fees]')
    expect(fees?.value).toBe('0.000000000000001')
    if (fees) fees.value = '0'
    submit()
    await expect.poll(shown).toContain('limit for network fees greater than 0')
    if (fees) fees.value = '0.002'
    submit()
    await expect.poll(shown).toContain('Let this program act?')
    const asked = sent.at(-1)?.body.choice as ProgramChoice
    expect(asked.pay).toEqual({ ...pay, most_fees_per_day: '2000000000000000' })
  })

  test.each([
    ['coin', { asset: `0x${'77'.repeat(20)}` }],
    ['network', { chain_id: '999999999' }],
  ])('fills in no amount of a %s that it can’t name', async (_name, change) => {
    await openPage({ asks: { ...choice, pay: { ...choice.pay, ...change } as typeof choice.pay } })
    await logIn()
    expect(document.querySelector<HTMLInputElement>('input.amount')?.value).toBe('')
  })

  test('begins at the field where a code is to be typed, and at the title where one is to be compared', async () => {
    await openPage({ code: '' })
    expect(document.activeElement?.getAttribute('name')).toBe('program-code')
    document.body.replaceChildren()
    await openPage()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  test('error: a limit or a list of addresses that is none is not sent', async () => {
    const { sent } = await openPage()
    await logIn()
    const amount = document.querySelector<HTMLInputElement>('input.amount')
    if (!amount) throw new Error('There is no amount')
    amount.value = '0'
    submit()
    await expect.poll(shown).toContain('greater than 0')
    expect(sent.some(({ path }) => path === '/device/consent')).toBe(false)
  })

  test('refuses for a user who did not start it', async () => {
    const { sent } = await openPage()
    submit()
    await expect.poll(shown).toContain('I didn’t start this')
    Array.from(document.querySelectorAll('button'))
      .find((each) => each.textContent === 'I didn’t start this')
      ?.click()
    await expect.poll(shown).toContain('The program got no access.')
    expect(sent.at(-1)).toEqual({ path: '/device/refuse', body: { user_code: 'BCDFGHJK' } })
  })

  test('error: a code that is wrong, or none', async () => {
    const body = JSON.stringify({ error: 'No', code: 'not_found' })
    await openPage({ describe: () => new Response(body, { status: 404 }) })
    submit()
    await expect.poll(shown).toContain('No program waits with this code')
    type('12345678')
    await expect.poll(shown).toContain('eight letters')
  })

  test('error: shows nothing in another page', async () => {
    const { sent } = await openPage({ isAlone: false })
    expect(shown()).toContain('Open this page in a window of its own')
    expect(sent).toEqual([])
  })

  test('speaks Arabic, from right to left', async () => {
    await openPage({ languages: ['ar'] })
    expect([document.documentElement.dir, shown()]).toEqual([
      'rtl',
      expect.stringContaining('توصيل برنامج'),
    ])
  })
})

describe('the networks', () => {
  test('begin with what the program asked for, else on this computer with the local one', () => {
    const first = (options: Parameters<typeof networksFor>[0]) => networksFor(options)[0]?.chainId
    expect(first({ isLocal: true })).toBe('31337')
    expect(first({ isLocal: true, asked: '8453' })).toBe('8453')
    expect(first({ isLocal: false })).toBe('1')
    expect(first({ isLocal: false, asked: '8453' })).toBe('8453')
  })
})

describe('what is typed', () => {
  test('is an amount in the smallest unit', () => {
    expect(unitsOf('0.02', 18)).toBe('20000000000000000')
    expect(unitsOf('1,5', 6)).toBe('1500000')
    expect(unitsOf('7', 6)).toBe('7000000')
    for (const wrong of ['', '.', '0', '-1', '1e3', '0.0000001', 'all'])
      expect(unitsOf(wrong, 6)).toBeUndefined()
  })

  test('is a list of addresses, each once', () => {
    expect(addressesOf(`${shop}\n${shop.toUpperCase().replace('0X', '0x')}`)).toEqual([shop])
    for (const wrong of ['', 'ada.eth', `${shop} x`]) expect(addressesOf(wrong)).toBeUndefined()
  })
})
