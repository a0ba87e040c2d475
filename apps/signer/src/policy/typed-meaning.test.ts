import { describe, expect, test } from 'vitest'
import {
  alice,
  factsOf,
  judged,
  mallory,
  ownAddress,
  policyOf,
  usdc,
  where,
} from '../testing/policies.js'

/* `ethereum_typed_data_meaning` is known only where the data says that and nothing else. */

type Types = Record<string, Record<string, string>>
const typed = (primary_type: string, types: Types, message: object) =>
  factsOf({
    method: 'eth_signTypedData_v4',
    params: {
      typed_data: {
        domain: { name: 'T', chainId: 1, verifyingContract: usdc },
        primary_type,
        types: Object.fromEntries(
          Object.entries(types).map(([name, members]) => [
            name,
            Object.entries(members).map(([member, type]) => ({ name: member, type })),
          ]),
        ),
        message,
      },
    },
  })
const members = {
  ...{ owner: 'address', spender: 'address', value: 'uint256' },
  ...{ nonce: 'uint256', deadline: 'uint256' },
}
const permit = {
  ...{ owner: ownAddress, spender: alice, value: '1', nonce: '0', deadline: '1800000100' },
}
const meant = [
  where('ethereum_typed_data_meaning.kind', 'eq', 'allowance'),
  where('ethereum_typed_data_meaning.spender', 'eq', alice),
  where('ethereum_typed_data_meaning.expires_at', 'lte', '1800000900'),
]
const method = 'eth_signTypedData_v4'
const grant = { spender: 'address', value: 'uint256', deadline: 'uint256' }

describe.each<[string, ReturnType<typeof factsOf>]>([
  [
    'an operator beside the spender',
    typed(
      'Permit',
      { Permit: { ...members, operator: 'address' } },
      { ...permit, operator: mallory },
    ),
  ],
  [
    'a member that is not known',
    typed('Permit', { Permit: { ...members, alsoTo: 'address' } }, { ...permit, alsoTo: mallory }),
  ],
  [
    'a struct of no known form beside a permit',
    typed(
      'Bundle',
      {
        Bundle: { grant: 'Grant', all: 'All' },
        Grant: grant,
        All: { who: 'address', everything: 'bool' },
      },
      { grant: permit, all: { who: mallory, everything: true } },
    ),
  ],
])('%s', (_, facts) => {
  test('error: is not allowed by a rule on the permit’s meaning', () => {
    expect(judged(facts, { policies: [policyOf([{ method, conditions: meant }])] }).isAllowed).toBe(
      false,
    )
  })

  test.each([
    where('ethereum_typed_data_meaning.spender', 'eq', mallory),
    where('ethereum_typed_data_meaning.kind', 'eq', 'unknown'),
  ])('error: meets a DENY on $field', (denied) => {
    const rules = [{ method, action: 'DENY' as const, conditions: [denied] }, { method }]
    expect(judged(facts, { policies: [policyOf(rules)] }).isAllowed).toBe(false)
  })
})

test('a permit means what it says', () => {
  const facts = typed('Permit', { Permit: members }, permit)
  expect(judged(facts, { policies: [policyOf([{ method, conditions: meant }])] }).isAllowed).toBe(
    true,
  )
})
