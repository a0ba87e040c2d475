import { recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateKeyPair } from '../authorization/keys.js'
import { type BackEndWorld, createBackEndWorld } from '../test-kit/back-end-world.js'
import { payerOf } from './payer.js'
import { wrapFetch } from './wrap-fetch.js'

const usdc = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
const offer = {
  ...{ scheme: 'exact', network: 'eip155:84532', asset: usdc, payTo, maxTimeoutSeconds: 60 },
  extra: { name: 'USDC', version: '2' },
}

let world: BackEndWorld
beforeAll(async () => {
  world = await createBackEndWorld()
})
afterAll(() => world?.close())

/** A server wallet whose policy lets it pay 15,000 units of the coin a day, however they move. */
async function limitedPayer() {
  const { client } = world
  const key = await generateKeyPair()
  const owner = { public_key: key.public_key }
  const ofCoin = { field_source: 'token_transfer', field: 'asset', operator: 'eq', value: usdc }
  const limit = await client.aggregations().create({
    ...{ name: 'Coins a day', method: '*', owner },
    metric: { function: 'sum', field_source: 'token_transfer', field: 'amount' },
    conditions: [ofCoin],
    window: { type: 'rolling', seconds: 86_400 },
  } as never)
  const policy = await client.policies().create({
    ...{ version: '1.0', name: 'Resources', chain_type: 'ethereum', owner },
    rules: [
      {
        ...{ name: 'Pay for data', method: 'eth_signTypedData_v4', action: 'ALLOW' },
        conditions: [
          ofCoin,
          { field_source: 'token_transfer', field: 'kind', operator: 'eq', value: 'transfer' },
          { field_source: 'token_transfer', field: 'to', operator: 'eq', value: payTo },
          {
            ...{ field_source: 'reference', field: `aggregation.${limit.id}` },
            ...{ operator: 'lte', value: '15000' },
          },
        ],
      },
    ],
  } as never)
  const { id, address } = await client
    .wallets()
    .create({ chain_type: 'ethereum', policy_ids: [policy.id], owner })
  const authorization_context = { authorization_private_keys: [key.private_key] }
  return payerOf(client, { wallet_id: id, address, authorization_context })
}

/** A server that sells for `amount`, to who has signed. */
const selling =
  (amount: string, to = payTo) =>
  async (input: string | URL | Request) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')
    const text = new Request(input).headers.get('payment-signature')
    if (text === null) {
      const accepts = [{ ...offer, amount, payTo: to }]
      const required = encode({ x402Version: 2, resource: { url: 'https://a' }, accepts })
      return new Response('', { status: 402, headers: { 'payment-required': required } })
    }
    const { payload } = JSON.parse(Buffer.from(text, 'base64').toString())
    const uint = <N extends string>(name: N) => ({ name, type: 'uint256' }) as const
    const signer = await recoverTypedDataAddress({
      domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: usdc },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          uint('value'),
          uint('validAfter'),
          uint('validBefore'),
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message: payload.authorization,
      signature: payload.signature,
    })
    return new Response(signer)
  }

test('a server wallet pays within its policy, which sees a transfer of the coin', async () => {
  const payer = await limitedPayer()
  const options = { max: '20000', network: 'eip155:84532', nowMs: world.kit.clock.nowMs }
  const buy = (amount: string, to?: string) =>
    wrapFetch(selling(amount, to), payer, options)('https://a')

  expect(await (await buy('10000')).text()).toBe(payer.address)
  await expect(buy('10000')).rejects.toMatchObject({
    code: 'policy_violation',
    data: { left: '5000' },
  })
  await expect(buy('1', `0x${'66'.repeat(20)}`)).rejects.toMatchObject({ code: 'policy_violation' })
  expect(await (await buy('5000')).text()).toBe(payer.address)
})
