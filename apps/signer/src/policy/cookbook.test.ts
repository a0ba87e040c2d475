import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toBase58 } from '@sallyport/contract/requests'
import { policyInput } from '@sallyport/contract/wallet-api'
import { describe, expect, test } from 'vitest'
import {
  feePrice,
  fromBase58,
  psbtOf,
  sol,
  solanaTransaction,
  spl,
} from '../testing/chain-bytes.js'
import {
  approveData,
  factsOf,
  judged,
  limitOf,
  send,
  transferData,
  where,
  word,
} from '../testing/policies.js'
import { compilePolicy } from './compile.js'
import { familyOf } from './field-table.js'
import { lintPolicy } from './lint.js'

/* The policies of docs/features/policies.md: each compiles without a note, lets through what it says and nothing beside it. */

const page = readFileSync(
  fileURLToPath(new URL('../../../../docs/features/policies.md', import.meta.url)),
  'utf8',
)
const recipes = [...page.matchAll(/^### \d+\. (.+)\n\n.*\n\n```json\n([\s\S]*?)```/gm)].map(
  ([, title = '', json = '']) => ({
    title,
    source: policyInput.parse(JSON.parse(json)),
  }),
)

const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const a = `0x${'0'.repeat(38)}a1`
const b = `0x${'b2'.repeat(20)}`
const other = `0x${'0'.repeat(38)}c3`
const blocked = `0x${'0'.repeat(38)}d4`
const limitId = 'limit0000000000000000000'
const base = { chain_id: 8453, to: usdc }
const sent = (transaction: object) => ({
  ...send({ ...base, ...transaction }, 'eth_sendTransaction'),
  caip2: 'eip155:8453',
})
const coins = (to: string, value: string) => sent({ to, value })
const message = (text: string) => ({
  method: 'personal_sign',
  params: { message: text, encoding: 'utf-8' },
})
const permit = (spender: string, value: number, chainId = 8453) => ({
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { chainId, verifyingContract: usdc },
      types: {
        Permit: [
          'owner:address',
          'spender:address',
          'value:uint256',
          'nonce:uint256',
          'deadline:uint256',
        ].map((each) => ({ name: each.split(':')[0] ?? '', type: each.split(':')[1] ?? '' })),
      },
      primary_type: 'Permit',
      message: { owner: a, spender, value, nonce: 0, deadline: 1 },
    },
  },
})
const key = (value: number) => toBase58(new Uint8Array(32).fill(value))
const [own, source] = [key(1), key(5)]
const treasury = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v'
const solana = (...steps: Parameters<typeof solanaTransaction>[1]) => ({
  method: 'signAndSendTransaction',
  caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  params: { transaction: solanaTransaction(own, steps), encoding: 'base64' },
})
const ownScript = `0014${'11'.repeat(20)}`
const bitcoin = (script: string, amount: bigint, change: bigint) => ({
  method: 'bitcoin_sendPsbt',
  caip2: 'bip122:000000000019d6689c085ae165831e93',
  params: {
    psbt: psbtOf(
      [{ script: ownScript, amount: 1_000_000n }],
      [
        { script, amount },
        { script: ownScript, amount: change },
      ],
    ),
    encoding: 'base64',
  },
})
const mintData = (to: string, amount: number) => `0x40c10f19${word(to)}${word(amount)}`

type Body = Parameters<typeof factsOf>[0]
/** By number: what passes, and what does not. */
const cases: readonly { passes: Body[]; fails: Body[] }[] = [
  {
    passes: [sent({ data: transferData(a, 500_000_000) })],
    fails: [
      sent({ data: transferData(a, 500_000_001) }),
      sent({ data: transferData(other, 1) }),
      sent({ data: approveData(a, 1) }),
      { ...sent({ data: transferData(a, 1), chain_id: 1 }), caip2: 'eip155:1' },
    ],
  },
  {
    passes: [sent({ data: transferData(other, 1_000_000_000) }), permit(other, 5)],
    fails: [sent({ data: transferData(other, 1_000_000_001) }), coins(a, '0x1'), message('hi')],
  },
  {
    passes: [coins(other, '0x2386f26fc10000')],
    fails: [coins(other, '0x2386f26fc10001'), sent({ data: transferData(a, 1) })],
  },
  {
    passes: [coins(a, '0x1'), sent({ data: transferData(a, 7) })],
    fails: [coins(other, '0x1'), sent({ data: approveData(a, 7) })],
  },
  {
    passes: [coins(a, '0xde0b6b3a7640000')],
    fails: [coins(blocked, '0x1'), coins(a, '0xde0b6b3a7640001')],
  },
  {
    passes: [sent({ to: b, data: mintData(a, 100) })],
    fails: [
      sent({ to: b, data: mintData(a, 101) }),
      sent({ to: b, data: mintData(other, 1) }),
      sent({ to: other, data: mintData(a, 1) }),
      sent({ to: b, data: mintData(a, 1), value: 1 }),
      sent({ to: b, data: `${mintData(a, 1)}00` }),
    ],
  },
  {
    passes: [coins(other, '0x1')],
    fails: [
      sent({ to: other, value: 1, max_fee_per_gas: '0x4a817c8001' }),
      coins(other, '0x2aa1efb94e0000'),
    ],
  },
  {
    passes: [message('app.example wants you to sign in with your Ethereum account:\n0x00')],
    fails: [
      message('evil.example wants you to sign in with your Ethereum account:\n'),
      permit(a, 1),
    ],
  },
  {
    passes: [permit(a, 100_000_000)],
    fails: [permit(other, 1), permit(a, 100_000_001), permit(a, 1, 1)],
  },
  {
    passes: [
      solana(feePrice(1n), sol(own, treasury, 1_000_000_000n)),
      solana(spl({ source, mint, to: treasury, owner: own, units: 500_000_000n })),
    ],
    fails: [
      solana(sol(own, source, 1n)),
      solana(sol(own, treasury, 1_000_000_001n)),
      solana(sol(own, treasury, 1n), sol(own, source, 1n)),
      solana(feePrice(1_000_000n), sol(own, treasury, 1n)),
    ],
  },
  {
    passes: [bitcoin(`0014${'22'.repeat(20)}`, 500_000n, 490_000n)],
    fails: [
      bitcoin(`0014${'33'.repeat(20)}`, 500_000n, 490_000n),
      bitcoin(`0014${'22'.repeat(20)}`, 500_000n, 449_999n),
      bitcoin(`0014${'22'.repeat(20)}`, 500_000n, 480_000n),
    ],
  },
  {
    passes: [coins(a, '0x1')],
    fails: [
      coins(other, '0x1'),
      {
        method: 'exportPrivateKey',
        params: { encryption_type: 'HPKE', recipient_public_key: 'BA==' },
        address: a,
      } as Body,
    ],
  },
]

const usdcADay = {
  id: limitId,
  method: '*',
  metric: { function: 'sum' as const, field_source: 'token_transfer', field: 'amount' },
  conditions: [where('token_transfer.asset', 'eq', usdc)],
  scope: 'wallet' as const,
}

test('the page has twelve recipes', () => {
  expect(recipes.length).toBe(12)
  expect(cases.length).toBe(12)
})

describe.each(recipes.map((recipe, at) => ({ ...recipe, at })))(
  '$title',
  ({ source: given, at }) => {
    const chain = familyOf(given.chain_type) ?? 'ethereum'
    const compiled = compilePolicy(
      { id: 'p', revision: 1, ...given },
      { limits: new Set([limitId]) },
    )
    const place = {
      ownScript,
      network: 'mainnet' as const,
      sha256: (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest()),
    }
    const address = chain === 'solana' ? own : a
    const isAllowed = (body: Body, nowSeconds = 1_800_000_000n) => {
      if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems))
      const counted = given.name.includes('ten sends')
        ? { id: limitId, method: '*', metric: { function: 'count' as const } }
        : usdcADay
      return judged(factsOf(body, { chain, address, bitcoin: place }), {
        policies: [compiled.policy],
        limits: [limitOf(counted, chain)],
        inSet: (_, value) => value === (given.name.startsWith('Never') ? blocked : a),
        nowSeconds,
      }).isAllowed
    }

    test('compiles without a note', () => {
      expect(compiled).not.toHaveProperty('problems')
      expect('policy' in compiled && lintPolicy(compiled.policy)).toEqual([])
    })

    test.each((cases[at]?.passes ?? []).map((body, index) => ({ body, index })))(
      'lets through $index',
      ({ body }) => {
        expect(isAllowed(body)).toBe(true)
      },
    )

    test.each((cases[at]?.fails ?? []).map((body, index) => ({ body, index })))(
      'error: refuses $index',
      ({ body }) => {
        expect(isAllowed(body)).toBe(false)
      },
    )
  },
)

test('a rule with a date ends on the signer’s clock', () => {
  const last = recipes.at(-1)?.source
  const compiled = last && compilePolicy({ id: 'p', revision: 1, ...last }, { limits: new Set() })
  if (!compiled || 'problems' in compiled) throw new Error('It does not compile')
  const at = (nowSeconds: bigint) =>
    judged(factsOf(coins(a, '0x1')), { policies: [compiled.policy], nowSeconds }).isAllowed

  expect([at(1_899_999_999n), at(1_900_000_000n)]).toEqual([true, false])
  expect(fromBase58(treasury).length).toBe(32)
})
