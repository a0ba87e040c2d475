import { describe, expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, transferData, usdc, where } from '../../testing/policies.js'

/*
 * Typed data of no known form with something known in it: the known part is not all that is signed. The type is the one of intents of
 * Porto's (Ithaca's) orchestrator, whose accounts are addresses by EIP-7702.
 */

const { wallets } = await openServerWallets()

const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))
const orchestrator = `0x${'0c'.repeat(20)}`
const harmless = `0x${'77'.repeat(20)}`
const types = {
  Intent: fields({
    ...{ multichain: 'bool', eoa: 'address', calls: 'Call[]', nonce: 'uint256', payer: 'address' },
    ...{ paymentToken: 'address', prePaymentMaxAmount: 'uint256' },
    ...{ totalPaymentMaxAmount: 'uint256', combinedGas: 'uint256', encodedPreCalls: 'bytes[]' },
    ...{ encodedFundTransfers: 'bytes[]', settler: 'address', expiry: 'uint256' },
  }),
  Call: fields({ to: 'address', value: 'uint256', data: 'bytes' }),
}
/** An intent that moves one unit of another token, and pays a million USDC for it. */
const intentOf = (eoa: string) => ({
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      domain: { name: 'Orchestrator', version: '1', chainId: 1, verifyingContract: orchestrator },
      ...{ primary_type: 'Intent', types },
      message: {
        ...{ multichain: false, eoa, nonce: '0', payer: eoa, paymentToken: usdc },
        calls: [{ to: harmless, value: '0', data: transferData(alice, 1) }],
        ...{ prePaymentMaxAmount: '1000000000000', totalPaymentMaxAmount: '1000000000000' },
        ...{ combinedGas: '1', encodedPreCalls: [], encodedFundTransfers: [], expiry: '0' },
        settler: mallory,
      },
    },
  },
})
const codeOf = async (rules: object[]) => {
  const { policy } = await wallets.policy(rules)
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const input = wallets.signing(wallet, [], intentOf(wallet.address))
  return (await wallets.ask('signWithWallet', input)).error?.code
}
const allow = (conditions: object[]) => ({
  ...{ name: 'Allow', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions },
})

describe('typed data of an unknown form with a call in it', () => {
  test('error: is an amount that a limit cannot read', async () => {
    const limitId = await wallets.limit({
      ...{ method: '*', scope: 'wallet' },
      metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
      conditions: [where('token_transfer.asset', 'eq', usdc)],
    })
    const conditions = [
      where('ethereum_typed_data_domain.verifyingContract', 'eq', orchestrator),
      where(`reference.aggregation.${limitId}`, 'lte', '100'),
    ]
    expect(await codeOf([allow(conditions)])).toBe('policy_violation')
  })

  test('error: does more than its known part, to a rule on coins', async () => {
    const conditions = [
      where('token_transfer.asset', 'eq', harmless),
      where('token_transfer.amount', 'lte', '1'),
      where('token_transfer.to', 'eq', alice),
    ]
    expect(await codeOf([allow(conditions)])).toBe('policy_violation')
  })
})
