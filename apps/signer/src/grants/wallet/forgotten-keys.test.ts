import { expect, test } from 'vitest'
import { type AppKey, newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice } from '../../testing/policies.js'
import type { TestWallet } from '../../testing/server-wallets.js'

/* Idempotency keys are forgotten long before limits look back no further. */

const { world, wallets } = await openServerWallets()

const fees = { gas_limit: 21_000, max_fee_per_gas: 10, max_priority_fee_per_gas: 1, chain_id: 1 }
/** Requests that are complete, and one that the API fills in. */
const forms = {
  complete: (value: number, nonce: number) => ({
    body: {
      method: 'eth_signTransaction',
      params: { transaction: { type: 2, to: alice, value, nonce, ...fees } },
    },
  }),
  'filled in': (value: number, nonce: number) => ({
    body: {
      method: 'eth_signTransaction',
      params: { transaction: { to: alice, value, chain_id: 1 } },
    },
    filled: [
      {
        ...{ nonce: String(nonce), gas_limit: '21000' },
        ...{ max_fee_per_gas: '10', max_priority_fee_per_gas: '1' },
      },
    ],
  }),
}

/** A wallet that may send 10 in 31 days. */
async function limited(owner: AppKey | undefined) {
  const limitId = await wallets.limit({
    ...{ method: 'eth_signTransaction', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'ethereum_transaction', field: 'value' },
    window: { type: 'rolling', seconds: 31 * 86_400 },
  })
  const within = { field_source: 'reference', field: `aggregation.${limitId}` }
  const { policy } = await wallets.policy([
    {
      ...{ name: 'r', method: 'eth_signTransaction', action: 'ALLOW' },
      conditions: [{ ...within, operator: 'lte', value: '10' }],
    },
  ])
  const fields = { policyIds: [policy.id], owner: owner ? { publicKey: owner.spki } : null }
  return wallets.create(fields)
}

function inputOf(
  { walletId, apiShare }: TestWallet,
  {
    key,
    owner,
    body,
    filled,
  }: { key: string; owner?: AppKey | undefined; body: object; filled?: object },
) {
  const headers = {
    'privy-idempotency-key': key,
    ...(owner && { 'privy-request-expiry': String(world.clock.nowMs() + 60_000) }),
  }
  return {
    ...{ appId: world.appId, walletId, apiShare, filled },
    request: wallets.signed(
      { path: `wallets/${walletId}/rpc`, body, headers },
      owner ? [owner] : [],
    ),
  }
}

/** What the signer does by itself with one request in fifty. */
const forget = () =>
  world.admin.query('delete from sallyport_delegate.answered where forget_at_ms <= $1', [
    String(world.clock.ms),
  ])

const owners: [string, AppKey | undefined][] = [
  ['without owner', undefined],
  ['of an owner', newKey()],
]
const cases = owners.flatMap(([who, owner]) =>
  Object.entries(forms).map(([what, form]) => [who, what, owner, form] as const),
)

test.each(cases)(
  'WAL-19: keys of a wallet %s that were forgotten take from the limit again, for requests that are %s',
  async (_who, _what, owner, form) => {
    const wallet = await limited(owner)
    const codeOf = (key: string, value: number, nonce: number) =>
      wallets.codeOf('signWithWallet', inputOf(wallet, { key, owner, ...form(value, nonce) }))
    for (const at of [0, 1, 2]) expect(await codeOf(`k${at}`, 1, at)).toBeUndefined()
    world.clock.ms += 8 * 86_400_000
    await forget()

    expect(await codeOf('fresh', 7, 10)).toBeUndefined()
    for (const at of [0, 1, 2]) expect(await codeOf(`k${at}`, 10, 20 + at)).toBe('policy_violation')
    expect(await codeOf('k0', 1, 30)).toBe('policy_violation')
  },
)
