import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, usdc, where } from '../../testing/policies.js'

/* What is beside a known form is not known: a struct, members beside an order, a permit at any depth. */

const { wallets } = await openServerWallets()

const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))
const permitType = fields({
  ...{ owner: 'address', spender: 'address', value: 'uint256', nonce: 'uint256' },
  deadline: 'uint256',
})
const permit = { owner: alice, spender: alice, value: '1', nonce: '0', deadline: '9' }
const more = { token: usdc, taker: mallory, units: String(10n ** 30n) }
const moreType = fields({ token: 'address', taker: 'address', units: 'uint256' })

async function codeOf(
  typed: { primary_type: string; types: object; message: object },
  { isDenying = true } = {},
) {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  })
  const no = {
    ...{ name: 'no', method: '*', action: 'DENY' },
    conditions: [where('token_transfer.to', 'eq', mallory)],
  }
  const { policy } = await wallets.policy([
    ...(isDenying ? [no] : []),
    {
      ...{ name: 'yes', method: 'eth_signTypedData_v4', action: 'ALLOW' },
      conditions: [where(`reference.aggregation.${limitId}`, 'lte', '100')],
    },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const typed_data = { domain: { name: 'Hub', chainId: 1, verifyingContract: usdc }, ...typed }
  const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
  return (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code
}

test('a permit within the limit is signed', async () => {
  const types = { Permit: permitType }
  expect(await codeOf({ primary_type: 'Permit', types, message: permit })).toBeUndefined()
})

test('error: a struct of no known form in a permit is not signed', async () => {
  const types = { Permit: [...permitType, { name: 'more', type: 'More' }], More: moreType }
  expect(await codeOf({ primary_type: 'Permit', types, message: { ...permit, more } })).toBe(
    'policy_violation',
  )
})

test('error: members of no known form beside an order are not signed', async () => {
  const order = { sellToken: usdc, sellAmount: '1', buyToken: alice, buyAmount: '1', validTo: '9' }
  const orderType = fields({
    ...{ sellToken: 'address', sellAmount: 'uint256', buyToken: 'address', buyAmount: 'uint256' },
    validTo: 'uint32',
  })
  const types = { Order: [...orderType, ...moreType] }
  // An order does not say whom it pays, so a DENY on a recipient does not meet it: the limit alone is asked.
  expect(
    await codeOf(
      { primary_type: 'Order', types, message: { ...order, ...more } },
      { isDenying: false },
    ),
  ).toBe('policy_violation')
})

test.each([28, 29, 30, 31])(
  'error: a permit %s structs deep counts, beside one that is seen',
  async (deep) => {
    const types: Record<string, object[]> = {
      Root: [
        { name: 'seen', type: 'Permit' },
        { name: 'next', type: 'S1' },
      ],
      Permit: permitType,
      More: [
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
      ],
    }
    let message: object = { spender: mallory, value: String(10n ** 30n) }
    for (let at = deep; at >= 1; at -= 1) {
      types[`S${at}`] = [{ name: 'next', type: at === deep ? 'More' : `S${at + 1}` }]
      message = { next: message }
    }
    expect(
      await codeOf({
        primary_type: 'Root',
        types,
        message: { seen: permit, next: message },
      }),
    ).toBe('policy_violation')
  },
)
