import type { DelegationConsent } from '@sallyport/contract'
import { solanaPrograms, toBase58 } from '@sallyport/contract/requests'
import { delegatedRequest } from '@sallyport/contract/wallet-api'
import { fuzz } from '@sallyport/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  feePrice,
  type InstructionBytes,
  memoOf,
  sol,
  solanaTransaction,
  spl,
} from '../testing/chain-bytes.js'
import { consentCosts } from '../testing/consent-costs.js'
import {
  alice,
  approveData,
  factsOf,
  judged,
  mallory,
  ownAddress,
  transferData,
  usdc,
  word,
} from '../testing/policies.js'
import { consentPolicy } from './consent-policy.js'

/* A consent in the language of policies decides as the consent itself does, and takes the same from the same limits. */

const key = (value: number) => toBase58(new Uint8Array(32).fill(value))
const [own, bob, eve, mint] = [1, 2, 3, 4].map(key) as [string, string, string, string]
const base: DelegationConsent['policy'] = {
  version: 1,
  messages: true,
  typedData: false,
  transactions: {
    chainIds: ['1', '10'],
    recipients: [alice],
    mostWeiPerDay: '1000100',
    tokens: [{ chainId: '1', contract: usdc, mostPerDay: '100' }],
  },
  solana: { recipients: [bob], mostLamportsPerDay: '5200', tokens: [{ mint, mostPerDay: '100' }] },
}

/** What the consent says: the costs that are not zero, or null for a refusal. */
function byConsent(policy: DelegationConsent['policy'], body: unknown, address: string) {
  const costs = consentCosts(delegatedRequest.parse(body), { policy, address })
  // A cost above its limit is refused when it is reserved.
  if (!costs || costs.some(({ amount, mostPerDay }) => amount > BigInt(mostPerDay))) return null
  return costs.map(({ amount }) => amount).filter((amount) => amount > 0n)
}

/** What the compiled policy says. */
function byPolicy(
  policy: DelegationConsent['policy'],
  body: { method: string; params: object },
  { address, chain }: { address: string; chain: 'ethereum' | 'solana' },
) {
  const consent = { policy, address, chainType: chain, consentId: 'c' }
  const law = consentPolicy(consent)
  const judgement = judged(factsOf(body, { chain, address }), {
    policies: [law.policy],
    limits: law.limits,
  })
  return judgement.isAllowed ? judgement.reservations.map(({ amount }) => amount) : null
}

describe('consentPolicy', () => {
  const data = fc.oneof(
    fc.constant('0x'),
    fc
      .tuple(fc.constantFrom(alice, mallory), fc.bigInt(0n, 120n))
      .map(([to, units]) => transferData(to, units)),
    fc.bigInt(0n, 120n).map((units) => approveData(alice, units)),
    fc.bigInt(0n, 120n).map((units) => `${transferData(alice, units)}00`),
    fc.bigInt(0n, 120n).map((units) => `0x23b872dd${word(ownAddress)}${word(alice)}${word(units)}`),
    fc.constant('0x12345678'),
  )
  const transactions = fc.record({
    type: fc.constant(2),
    to: fc.constantFrom(alice, mallory, usdc, usdc, usdc.toUpperCase().replace('0X', '0x')),
    chain_id: fc.constantFrom(1, 1, 10, 5),
    nonce: fc.constant(0),
    value: fc.constantFrom(0, 0, 1, 100, 101),
    data,
    gas_limit: fc.constantFrom(100_000, 50_000),
    max_fee_per_gas: fc.constantFrom(10, 9),
    max_priority_fee_per_gas: fc.constant(0),
  })
  const policies = fc.record({
    recipients: fc.constantFrom<string[] | null>([alice], null, [alice, mallory]),
    hasTokens: fc.boolean(),
  })

  test('on Ethereum both decide alike, for generated transactions', () => {
    let allowed = 0
    fc.assert(
      fc.property(transactions, policies, (transaction, { recipients, hasTokens }) => {
        const { tokens = [], ...rest } = base.transactions ?? {
          chainIds: ['1'],
          mostWeiPerDay: '0',
        }
        const policy = {
          ...base,
          transactions: { ...rest, recipients, ...(hasTokens && { tokens }) },
        }
        const body = { method: 'eth_signTransaction', params: { transaction } }
        const expected = byConsent(policy, body, ownAddress)
        if (expected) allowed += 1

        expect(byPolicy(policy, body, { address: ownAddress, chain: 'ethereum' })).toEqual(expected)
      }),
      fuzz(600),
    )
    expect(allowed).toBeGreaterThan(5)
  })

  const step: fc.Arbitrary<InstructionBytes> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(own, own, own, eve),
        fc.constantFrom(bob, bob, eve),
        fc.bigInt(0n, 150n),
      )
      .map(([from, to, lamports]) => sol(from, to, lamports)),
    fc
      .tuple(
        fc.constantFrom(mint, mint, eve),
        fc.constantFrom(bob, bob, eve),
        fc.bigInt(0n, 110n),
        fc.constantFrom<string>(
          solanaPrograms.token,
          solanaPrograms.token,
          solanaPrograms.token2022,
        ),
      )
      .map(([of, to, units, program]) =>
        spl({ source: eve, mint: of, to, owner: own, units, program }),
      ),
    fc.constantFrom(
      feePrice(100n),
      memoOf('hi'),
      { program: eve, accounts: [own], data: [1] },
      {
        program: solanaPrograms.system,
        accounts: [own],
        data: [1, 0, 0, 0, ...new Uint8Array(32)],
      },
    ),
  )

  test('on Solana both decide alike, for generated transactions', () => {
    let allowed = 0
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(own, own, own, eve),
        (steps, payer) => {
          const params = { transaction: solanaTransaction(payer, steps), encoding: 'base64' }
          const body = { method: 'signTransaction', params }
          const expected = byConsent(base, body, own)
          if (expected) allowed += 1
          const got = byPolicy(base, body, { address: own, chain: 'solana' })

          expect(got && [...got].sort()).toEqual(expected && [...expected].sort())
        },
      ),
      fuzz(600),
    )
    expect(allowed).toBeGreaterThan(fuzz(600).numRuns / 100)
  })

  test.each([true, false])(
    'messages and typed data are allowed as the consent says: %s',
    (isOn) => {
      const policy = { ...base, messages: isOn, typedData: isOn, transactions: null }
      const at = { address: ownAddress, chain: 'ethereum' as const }
      const message = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }
      const typed = {
        method: 'eth_signTypedData_v4',
        params: { typed_data: { domain: {}, types: { A: [] }, message: {}, primary_type: 'A' } },
      }

      expect(byPolicy(policy, message, at)).toEqual(isOn ? [] : null)
      expect(byPolicy(policy, typed, at)).toEqual(isOn ? [] : null)
      expect(
        byPolicy(
          policy,
          { method: 'secp256k1_sign', params: { hash: `0x${'00'.repeat(32)}` } },
          at,
        ),
      ).toBe(null)
    },
  )
})
