import { describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, transferData } from '../../testing/policies.js'
import type { ServerWallets } from '../../testing/server-wallets.js'

/* A transfer of a token that is not in the pinned list: how much the signed amount is, the request says, and not the API. */

const { world, wallets } = await openServerWallets()

const token = `0x${'c7'.repeat(20)}`
const listed = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const fees = { gas_limit: '90000', max_fee_per_gas: '10', max_priority_fee_per_gas: '1' }
let nonce = 0

/** The code with which the signer refuses 1.5 tokens, carried out as so many units. */
async function codeOf(
  wallet: Awaited<ReturnType<ServerWallets['create']>>,
  {
    keys = [],
    told = 6,
    units,
    source = {},
    contract = token,
  }: {
    keys?: ReturnType<typeof newKey>[]
    told?: number
    units: bigint
    source?: object
    contract?: string
  },
) {
  const body = {
    source: { asset_address: contract, chain: 'ethereum', ...source },
    ...{ destination: { address: alice }, amount: '1.5' },
  }
  nonce += 1
  const { error } = await wallets.ask('signTransfer', {
    ...{ appId: world.appId, walletId: wallet.walletId, apiShare: wallet.apiShare, decimals: told },
    request: wallets.signed({ path: `wallets/${wallet.walletId}/transfer`, body }, keys),
    rpc: {
      ...{ method: 'eth_sendTransaction', caip2: 'eip155:1' },
      params: { transaction: { to: contract, data: transferData(alice, units) } },
    },
    filled: [{ ...fees, nonce: String(nonce) }],
  })
  return error?.code
}

describe('a transfer that an owner has signed', () => {
  const places = [
    [6, 1_500_000n],
    [36, 15n * 10n ** 35n],
  ] as const

  test.each(places)(
    'error: is not signed with the %i places that the API tells',
    async (told, units) => {
      const owner = newKey()
      const wallet = await wallets.create({ owner: { publicKey: owner.spki } })

      expect(await codeOf(wallet, { keys: [owner], told, units })).toBe('invalid_request')
    },
  )

  test('is signed with the places that it states, whatever the API tells', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
    const asked = { keys: [owner], told: 36, source: { asset_decimals: 6 } }

    // The same request again would be the transaction that was signed for it.
    expect(await codeOf(wallet, { ...asked, units: 15n * 10n ** 35n })).toBe('invalid_request')
    expect(await codeOf(wallet, { ...asked, units: 1_500_001n })).toBe('invalid_request')
    expect(await codeOf(wallet, { ...asked, units: 1_500_000n })).toBeUndefined()
  })

  test('of a token of the pinned list needs none', async () => {
    const owner = newKey()
    const wallet = await wallets.create({ owner: { publicKey: owner.spki } })
    const asked = { keys: [owner], told: 36, contract: listed }

    expect(await codeOf(wallet, { ...asked, units: 15n * 10n ** 35n })).toBe('invalid_request')
    expect(await codeOf(wallet, { ...asked, units: 1_500_000n })).toBeUndefined()
  })
})

test('of a wallet without owner, the API tells them: it could as well ask for another amount', async () => {
  const wallet = await wallets.create()

  expect(await codeOf(wallet, { told: 6, units: 1_500_000n })).toBeUndefined()
  expect(await codeOf(wallet, { told: 6, units: 1_500_001n })).toBe('invalid_request')
})

test('error: places without an address of a token are not taken', async () => {
  const wallet = await wallets.create()
  const source = { asset: 'usdc', asset_address: undefined, asset_decimals: 6 }

  expect(await codeOf(wallet, { source, contract: listed, units: 1_500_000n })).toBe(
    'invalid_request',
  )
})
