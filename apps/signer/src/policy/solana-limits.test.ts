import { solanaPrograms, toBase58 } from '@sallyport/contract/requests'
import { describe, expect, test } from 'vitest'
import {
  feePrice,
  type InstructionBytes,
  memoOf,
  sol,
  solanaTransaction,
  spl,
  u64,
} from '../testing/chain-bytes.js'
import { factsOf, idOf, judged, limitOf, policyOf, where } from '../testing/policies.js'

/* What instructions take from limits of lamports and tokens: what is not known to be harmless is an amount that cannot be read. */

const key = (value: number) => toBase58(new Uint8Array(32).fill(value))
const [own, thief, program, mint, account, other] = [9, 67, 66, 4, 5, 6].map(key) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const { system, token, token2022, tokenAccounts, stake } = solanaPrograms
const id = idOf('limit')
const factsFor = (...steps: InstructionBytes[]) =>
  factsOf(
    {
      method: 'signTransaction',
      params: { transaction: solanaTransaction(own, steps), encoding: 'base64' },
    },
    { chain: 'solana', address: own },
  )
const sum = (source: string, field: string) => ({
  metric: { function: 'sum', field_source: source, field },
})
const coins = (asset: string) => ({
  ...sum('token_transfer', 'amount'),
  conditions: [where('token_transfer.asset', 'eq', asset)],
})
const cost = sum('solana_transaction', 'cost')
const lamports = sum('solana_system_program_instruction', 'Transfer.lamports')
const taken = (limit: object, ...steps: InstructionBytes[]) => {
  const within = where(`reference.aggregation.${id}`, 'lte', '9000000')
  const judgement = judged(factsFor(...steps), {
    policies: [
      policyOf([{ method: 'signTransaction', conditions: [within] }], {
        ...{ chain: 'solana', limits: [id] },
      }),
    ],
    limits: [limitOf({ id, method: '*', ...limit } as Parameters<typeof limitOf>[0], 'solana')],
  })
  if (!judgement.isAllowed) return judgement.refusal.reason
  return judgement.reservations.map(({ amount }) => amount)
}
const unread = expect.stringContaining('cannot be read')
const called = (of: string, data: readonly number[], accounts: string[]): InstructionBytes => ({
  program: of,
  accounts,
  data,
})
const bytes = (count: number) => Array.from(new Uint8Array(count).fill(7))

describe('an instruction that may move anything', () => {
  const steps: [string, InstructionBytes][] = [
    ['of an unknown program', called(program, [1], [own, thief, system])],
    ['of the token program that is not read', called(token, [99], [own, thief])],
    ['of the program of token accounts that is not read', called(tokenAccounts, [2], [own, own])],
    ['that gives away a token account', called(token, [6, 2, 1, ...bytes(32)], [account, own])],
    ['that gives an account to a program', called(system, [1, 0, 0, 0, ...bytes(32)], [own])],
    [
      'that gives away a stake',
      called(stake, [1, 0, 0, 0, ...bytes(32), 1, 0, 0, 0], [account, own]),
    ],
  ]

  test.each(steps)('error: %s is refused by every rule with a sum', (_, step) => {
    for (const limit of [coins('native'), coins(mint), cost, lamports]) {
      expect(taken(limit, step)).toEqual(unread)
      expect(taken(limit, sol(own, thief, 1n), step)).toEqual(unread)
    }
    expect(taken({ ...coins('native'), scope: 'recipient' }, step)).toEqual(unread)
    expect(taken({ metric: { function: 'count' } }, step)).toEqual([1n])
  })

  test.each(steps)(
    'error: %s is met by a DENY on a recipient, and by no cap on the cost',
    (_, step) => {
      const deny = {
        ...{ method: '*', action: 'DENY' as const },
        conditions: [where('token_transfer.to', 'eq', thief)],
      }
      const cheap = {
        method: '*',
        conditions: [where('solana_transaction.cost', 'lte', '9000000')],
      }
      const isAllowed = (rules: Parameters<typeof policyOf>[0], ...of: InstructionBytes[]) =>
        judged(factsFor(...of), { policies: [policyOf(rules, { chain: 'solana' })] }).isAllowed

      expect(isAllowed([{ method: '*' }, deny], step)).toBe(false)
      expect(isAllowed([cheap], step)).toBe(false)
      expect(isAllowed([cheap], sol(own, thief, 1n))).toBe(true)
    },
  )
})

describe('lamports are counted however they move', () => {
  const seven = u64(7n)
  const made = called(tokenAccounts, [1], [own, account, other, mint, system, token])

  test.each<[string, InstructionBytes, bigint]>([
    ['a transfer', sol(own, thief, 7n), 7n],
    ['a new account', called(system, [0, 0, 0, 0, ...seven, ...bytes(40)], [own, account]), 7n],
    ['a stake that is withdrawn', called(stake, [4, 0, 0, 0, ...seven], [account, thief]), 7n],
    ['a new token account', made, 2_039_280n],
  ])('by %s', (_, step, amount) => {
    expect(taken(coins('native'), step)).toEqual([amount])
    expect(taken(lamports, step)).toEqual([amount])
    expect(taken(cost, step)).toEqual([amount + 5_000n])
  })

  test.each<[string, InstructionBytes]>([
    ['by a transfer of an account with a seed', called(system, [11, 0, 0, 0, ...bytes(20)], [own])],
    ['by the end of a token account', called(token, [9], [account, thief, own])],
    [
      'by a new account of Token-2022',
      called(tokenAccounts, [1], [own, account, other, mint, system, token2022]),
    ],
  ])('error: %s they are not known', (_, step) => {
    for (const limit of [coins('native'), lamports, cost])
      expect(taken(limit, step)).toEqual(unread)
    expect(taken(coins(mint), step)).toEqual([])
  })

  test('new tokens are counted as tokens', () => {
    expect(taken(coins(mint), called(token, [7, ...seven], [mint, account, own]))).toEqual([7n])
  })

  test('a transfer that names no mint is one of any token, and not of lamports', () => {
    const step = called(token, [3, ...seven], [account, thief, own])

    expect(taken(coins(mint), step)).toEqual([7n])
    expect(taken(lamports, step)).toEqual([])
    expect(taken(cost, step)).toEqual([5_000n])
  })
})

test('the fee, a memo, a nonce and the end of an approval take nothing', () => {
  const harmless = [
    ...[feePrice(1n), memoOf('hi'), called(token, [5], [account, own])],
    called(system, [4, 0, 0, 0], [account, other, own]),
  ]
  const transfer = spl({ source: account, mint, to: thief, owner: own, units: 5n })

  expect(taken(coins(mint), ...harmless, transfer)).toEqual([5n])
  expect(taken(coins('native'), ...harmless, transfer)).toEqual([])
  expect(taken(lamports, ...harmless, transfer)).toEqual([])
  expect(taken({ metric: { function: 'count' } }, ...harmless.slice(0, 3), transfer)).toEqual([1n])
})

test.each([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])('signatures that %s checks cost as much as those of the transaction', (checks) => {
  const max = (lamports: number) =>
    judged(factsFor(called(checks, [60, 0], [])), {
      policies: [
        policyOf(
          [
            {
              method: '*',
              conditions: [where('solana_transaction.max_fee', 'lte', String(lamports))],
            },
          ],
          { chain: 'solana' },
        ),
      ],
    }).isAllowed
  expect([max(61 * 5_000), max(61 * 5_000 - 1)]).toEqual([true, false])
})
