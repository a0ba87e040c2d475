import { toBase58 } from '@sallyport/contract/requests'
import type { Chain } from '@sallyport/core'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../chain/read-token.js'
import { enRequests } from '../../copy/en-requests.js'
import { solanaSend } from '../../test-kit/samples.js'
import { lookupTable, solFromTable } from '../../test-kit/solana-transfer.js'
import { draftEthereum, quantity } from './draft-ethereum.js'
import { draftSolana, messageOf } from './draft-solana.js'
import { addUp } from './preview.js'
import { quoteSolana } from './quote-solana.js'
import { warningsOf } from './warnings.js'

const chain: Chain = {
  id: 1,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {},
}
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const read = (transaction: Record<string, unknown>) =>
  draftEthereum({ address: '0x1', chain, transaction })
describe('draftEthereum', () => {
  test('the reason of a likely failure is quoted, without characters that hide or reorder', () => {
    const quote = {
      ...{ fee: 1n, balance: 9n, token: null, likelyFails: true },
      problem: `Paused\u202e ${'x'.repeat(500)}`,
    }
    const [warning] = warningsOf(read({ to: token }), {
      ...{ cautions: [], quote, signsOnly: false, copy: enRequests, locale: 'en' },
    })

    expect(warning?.text).toContain('Paused x')
    expect(warning?.text.length).toBeLessThan(400)
  })

  test.each<[string, Record<string, unknown>, string]>([
    [
      'a longer call than a transfer',
      { to: token, data: `0xa9059cbb${word(friend)}${word('1')}00` },
      'send-token',
    ],
    [
      'a transfer that also sends ether (shown beside it)',
      { to: token, value: 1n, data: `0xa9059cbb${word(friend)}${word('1')}` },
      'send-token',
    ],
    ['no receiver', { data: '0x6000' }, 'create'],
    ['input instead of data', { to: token, input: '0xd0e30db0' }, 'call'],
  ])('%s is shown as what it is', (_, transaction, kind) => {
    expect(read(transaction).action.kind).toBe(kind)
  })

  test.each([
    ['0x10', 16n],
    ['16', 16n],
    [16, 16n],
    [16n, 16n],
    ['', null],
    ['1e3', null],
    [1.5, null],
    [undefined, null],
  ])('quantity(%s) is %s', (value, units) => {
    expect(quantity(value)).toBe(units)
  })
})

describe('addUp', () => {
  const draft = read({ to: friend, value: 100n })
  const quote = { fee: 10n, balance: 105n, token: null, likelyFails: false }

  test('says exactly what is missing', () => {
    expect(addUp(draft, quote)).toMatchObject({ total: { units: 110n }, short: { units: 5n } })
    expect(addUp(draft, { ...quote, balance: 110n }).short).toBeNull()
  })

  test('without a fee or a balance nothing is claimed', () => {
    expect(addUp(draft, { ...quote, fee: null, balance: null })).toEqual({
      total: null,
      balance: null,
      tokenBalance: null,
      short: null,
    })
  })

  describe('for a token', () => {
    const transfer = read({ to: token, data: `0xa9059cbb${word(friend)}${word('0x64')}` })
    const known = { symbol: 'USDC', decimals: 6 }
    const held = (balance: bigint | null) => ({
      ...quote,
      token: { ...known, isListed: true, balance },
    })

    test('fee and amount are never added up: they are of two assets', () => {
      expect(addUp(transfer, held(130n))).toMatchObject({
        total: null,
        tokenBalance: { units: 130n, symbol: 'USDC' },
        short: null,
      })
    })

    test('error: too little of the token is missing in that token', () => {
      expect(addUp(transfer, held(60n)).short).toEqual({ ...known, units: 40n, token })
    })

    test('error: a batch that sends more of a token in all than there is lacks the rest', () => {
      const batch = { ...transfer, action: { kind: 'batch' } as const, calls: [transfer, transfer] }
      const tokens = { [token]: { ...known, isListed: true, balance: 130n } }

      expect(addUp(batch, { ...quote, tokens }).short).toEqual({ ...known, units: 70n, token })
    })

    test('error: too little for the fee is missing in the native coin', () => {
      expect(addUp(transfer, { ...held(130n), balance: 4n }).short).toMatchObject({
        units: 6n,
        symbol: 'ETH',
        token: null,
      })
    })
  })
})

test.each([
  [`0x${word('20')}${word('4')}${'55534443'.padEnd(64, '0')}`, 'USDC'],
  [`0x${word('20')}${word('0')}${word('0')}`, null],
  [`0x${word('20')}${word('ff')}${word('0')}`, null],
  [`0x${word('20')}${word('2')}${'0a0a'.padEnd(64, '0')}`, null],
  ['0x', null],
  [7, null],
])('decodeText(%s) is %s', (value, text) => {
  expect(decodeText(value)).toBe(text)
})

describe('draftSolana', () => {
  const from = new Uint8Array(32).fill(3)
  const to = new Uint8Array(32).fill(9)
  const transfer = (options: { version?: number[]; lamports?: bigint; extra?: number[] } = {}) => {
    const amount = new DataView(new ArrayBuffer(8))
    amount.setBigUint64(0, options.lamports ?? 1_250_000_000n, true)
    const data = [2, 0, 0, 0, ...new Uint8Array(amount.buffer), ...(options.extra ?? [])]
    const keys = [3, ...from, ...to, ...new Uint8Array(32)]
    const body = [
      1,
      0,
      1,
      ...keys,
      ...new Uint8Array(32).fill(7),
      1,
      2,
      2,
      0,
      1,
      data.length,
      ...data,
      // A version 0 message ends with the list of its tables.
      ...(options.version?.length ? [0] : []),
    ]
    const bytes = [1, ...new Uint8Array(64), ...(options.version ?? []), ...body]
    return btoa(String.fromCharCode(...bytes))
  }
  const address = toBase58(from)
  const cluster = { name: 'devnet' } as const
  const draftOf = (transaction: string) => draftSolana({ address, cluster, transaction })

  test.each([
    ['legacy', []],
    ['version 0', [0x80]],
  ])('reads a %s transfer', (_, version) => {
    expect(draftOf(transfer({ version }))).toMatchObject({
      action: { kind: 'send', to: toBase58(to) },
      spent: { units: 1_250_000_000n, symbol: 'SOL' },
      network: { name: 'Solana Devnet', isTest: true },
    })
  })

  test('a longer instruction is not a transfer', () => {
    expect(draftOf(transfer({ extra: [0] })).action.kind).toBe('programs')
  })

  test.each(['', 'AAAA', btoa('\u0001short'), btoa('\u00ff\u00ff\u00ff')])(
    'bytes that end early claim nothing: %j',
    (transaction) => {
      expect(draftOf(transaction)).toMatchObject({
        action: { kind: 'programs', programs: [] },
        spent: { units: 0n },
      })
    },
  )

  test('messageOf leaves the signatures out', () => {
    expect(atob(messageOf(transfer())).charCodeAt(0)).toBe(1)
    expect(atob(messageOf(transfer({ version: [0x80] }))).charCodeAt(0)).toBe(0x80)
  })

  test('a failed simulation is shown only when the balance is sufficient', async () => {
    const transaction = transfer()
    const node = (balance: number) => async (method: string) =>
      ({
        getBalance: { value: balance },
        getFeeForMessage: { value: 5000 },
        simulateTransaction: { value: { err: 'x' } },
      })[method]
    const quote = (balance: number) =>
      quoteSolana({ address, cluster, transaction }, { read: node(balance) })

    expect(await quote(2e9)).toMatchObject({
      fee: 5000n,
      balance: 2_000_000_000n,
      token: null,
      likelyFails: true,
    })
    expect((await quote(1e9)).likelyFails).toBe(false)
  })

  test('a silent node is not known, and no error', async () => {
    const transaction = transfer()
    const read = () => Promise.reject(new TypeError('fetch failed'))

    expect(await quoteSolana({ address, cluster, transaction }, { read })).toMatchObject({
      fee: null,
      balance: null,
      token: null,
      likelyFails: false,
    })
  })

  describe('T-37: a recipient in a look-up table', () => {
    const { address, cluster } = solanaSend
    const transaction = solFromTable
    const quote = (account: unknown) =>
      quoteSolana(
        { address, cluster, transaction },
        { read: async (method) => (method === 'getAccountInfo' ? account : { value: 5000 }) },
      )

    test('is read from the chain and shown', async () => {
      const { draft } = await quote(lookupTable)

      expect(draft).toMatchObject({ hidesAccounts: false, spent: { units: 1_250_000_000n } })
      expect(draft?.action).toEqual(draftSolana(solanaSend).action)
    })

    const { owner, data } = lookupTable.value
    test.each([
      ['no answer', undefined],
      ['no account', { value: null }],
      ['an account of another program', { value: { owner: address, data } }],
      ['a shorter table', { value: { owner, data: [data[0]?.slice(0, 116), 'base64'] } }],
      ['a table without content', { value: { owner, data: [btoa('\0'.repeat(120)), 'base64'] } }],
      ['bytes that are not base64', { value: { owner, data: ['?', 'base64'] } }],
    ])('error: with %s it cannot be approved', async (_, account) => {
      const { draft } = await quote(account)

      expect(draft).toMatchObject({ hidesAccounts: true, action: { kind: 'programs' } })
    })
  })
})
