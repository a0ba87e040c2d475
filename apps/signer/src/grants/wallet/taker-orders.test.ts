import { expect, test } from 'vitest'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { mallory, usdc, where } from '../../testing/policies.js'

/* Typed data that gives away more, or something else, than it is read as. */

const { world, wallets } = await openServerWallets()

const fields = (list: Record<string, string>) =>
  Object.entries(list).map(([name, type]) => ({ name, type }))
const typed = (of: {
  domain: object
  primaryType: string
  type: Record<string, string>
  message: object
}) => ({
  method: 'eth_signTypedData_v4',
  params: {
    typed_data: {
      ...{ domain: of.domain, primary_type: of.primaryType, message: of.message },
      types: { [of.primaryType]: fields(of.type) },
    },
  },
})
const codeOf = async (wallet: Awaited<ReturnType<typeof wallets.create>>, body: object) =>
  (await wallets.ask('signWithWallet', wallets.signing(wallet, [], body))).error?.code

/** 0x ExchangeProxy on Ethereum. */
const proxy = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
const otc = {
  ...{ makerToken: 'address', takerToken: 'address' },
  ...{ makerAmount: 'uint128', takerAmount: 'uint128' },
  ...{ maker: 'address', taker: 'address', txOrigin: 'address', expiryAndNonce: 'uint256' },
}

test('error: an order that the wallet signs as taker (0x, fillTakerSignedOtcOrder) counts what the taker gives', async () => {
  const limitId = await wallets.limit({
    ...{ method: '*', scope: 'wallet' },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [where('token_transfer.asset', 'eq', usdc)],
  })
  const conditions = [
    where('ethereum_typed_data_domain.verifyingContract', 'eq', proxy),
    where(`reference.aggregation.${limitId}`, 'lte', '100'),
  ]
  const { policy } = await wallets.policy([
    { name: 'Orders', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const order = (more: object) =>
    typed({
      domain: { name: 'ZeroEx', version: '1.0.0', chainId: 1, verifyingContract: proxy },
      ...{ primaryType: 'OtcOrder', type: otc },
      message: {
        ...{
          makerAmount: '1',
          takerAmount: '1000000000000',
          txOrigin: mallory,
          expiryAndNonce: '9',
        },
        ...more,
      },
    })
  const asMaker = { makerToken: usdc, takerToken: mallory, maker: wallet.address, taker: mallory }
  const asTaker = { makerToken: mallory, takerToken: usdc, maker: mallory, taker: wallet.address }

  expect(await codeOf(wallet, order({ ...asMaker, makerAmount: '1000' }))).toBe('policy_violation')
  expect(await codeOf(wallet, order(asTaker))).toBe('policy_violation')
})

test('error: a limit on cost holds the coins that a Safe’s transaction sends', async () => {
  const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'cost' }
  const limitId = await wallets.limit({ method: '*', metric, scope: 'wallet' })
  const conditions = [where(`reference.aggregation.${limitId}`, 'lte', '1000')]
  const { policy } = await wallets.policy([
    { name: 'A day', method: '*', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const safe = typed({
    domain: { chainId: 1, verifyingContract: `0x${'5a'.repeat(20)}` },
    primaryType: 'SafeTx',
    type: {
      ...{ to: 'address', value: 'uint256', data: 'bytes', operation: 'uint8' },
      ...{ safeTxGas: 'uint256', baseGas: 'uint256', gasPrice: 'uint256', gasToken: 'address' },
      ...{ refundReceiver: 'address', nonce: 'uint256' },
    },
    message: {
      ...{ to: mallory, value: String(10n ** 20n), data: '0x', operation: '0', safeTxGas: '0' },
      ...{ baseGas: '0', gasPrice: '0', gasToken: `0x${'0'.repeat(40)}`, nonce: '0' },
      refundReceiver: `0x${'0'.repeat(40)}`,
    },
  })

  expect(await codeOf(wallet, safe)).toBe('policy_violation')
})

const role = `0x${'ab'.repeat(32)}`
const grant = { role: 'bytes32', account: 'address' }
const granting = (value: string) =>
  typed({
    ...{ domain: { name: 'Roles', chainId: 1 }, primaryType: 'Grant', type: grant },
    message: { role: value, account: mallory },
  })
const named = { typed_data: { types: { Grant: fields(grant) }, primary_type: 'Grant' } }

test('error: bytes of typed data are the same bytes in either letter case, to a DENY', async () => {
  const conditions = [where('ethereum_typed_data_message.role', 'eq', role, named)]
  const { policy } = await wallets.policy([
    { name: 'no', method: '*', action: 'DENY', conditions },
    { name: 'yes', method: 'eth_signTypedData_v4', action: 'ALLOW', conditions: [] },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })

  expect(await codeOf(wallet, granting(role))).toBe('policy_violation')
  expect(await codeOf(wallet, granting(`0x${'AB'.repeat(32)}`))).toBe('policy_violation')
})

test('error: a DENY finds a number in a set that spells it in hex or with zeros', async () => {
  const body = { name: 'Networks' }
  const { conditionSet } = await wallets.outputOf('createConditionSet', {
    appId: world.appId,
    body,
  })
  const path = `condition_sets/${conditionSet.id}/condition_set_items`
  const items = [{ value: '0x1' }]
  await wallets.outputOf(
    'addConditionSetItems',
    wallets.governing(path, { method: 'POST', conditionSetId: conditionSet.id, body: items }),
  )
  const conditions = [where('ethereum_transaction.chain_id', 'in_condition_set', conditionSet.id)]
  const { policy } = await wallets.policy([
    { name: 'no', method: '*', action: 'DENY', conditions },
    { name: 'yes', method: '*', action: 'ALLOW', conditions: [] },
  ])
  const wallet = await wallets.create({ policyIds: [policy.id] })
  const transaction = {
    chain_id: 1,
    nonce: 0,
    to: mallory,
    value: 1,
    gas_limit: 21_000,
    gas_price: 1,
  }

  expect(await codeOf(wallet, { method: 'eth_signTransaction', params: { transaction } })).toBe(
    'policy_violation',
  )
})
