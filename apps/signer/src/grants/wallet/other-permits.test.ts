import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, usdc, where, word } from '../../testing/policies.js'

/*
 * What is called Permit is not always one of a token: that of Euler’s Ethereum Vault Connector makes any calls in the name of its signer, such as
 * `batch` of withdrawals to others, or `setAccountOperator`.
 */

const { wallets } = await openServerWallets()

const evc = '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383'
const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))

test('error: a Permit with calls in it is an amount that a limit cannot read', async () => {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  })
  const conditions = [
    where('ethereum_typed_data_domain.verifyingContract', 'in', [evc, usdc]),
    where(`reference.aggregation.${limitId}`, 'lte', '100'),
  ]
  const { policy } = await wallets.policy([
    { name: 'Permits', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  // setAccountOperator(account, operator, true): mallory may do everything with the account’s vaults from then on.
  const data = `0x9f5c462a${word(wallet.address)}${word(mallory)}${word(1)}`
  const typed_data = {
    domain: { name: 'Ethereum Vault Connector', chainId: 1, verifyingContract: evc },
    primary_type: 'Permit',
    types: {
      Permit: fields({
        ...{ signer: 'address', sender: 'address', nonceNamespace: 'uint256', nonce: 'uint256' },
        ...{ deadline: 'uint256', value: 'uint256', data: 'bytes' },
      }),
    },
    message: {
      ...{ signer: wallet.address, sender: mallory, nonceNamespace: '0', nonce: '0' },
      ...{ deadline: '9', value: '0', data },
    },
  }
  const body = { method: 'eth_signTypedData_v4', params: { typed_data } }
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))

  expect(error?.code).toBe('policy_violation')
})
