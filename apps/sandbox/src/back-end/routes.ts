import type { KeyObject } from 'node:crypto'
import { HttpError, type OriginRoute } from '../http/origin.js'
import { evmChainId } from '../launch/anvil.js'
import type { OwnApp } from '../settings/call-server.js'
import { authorize } from './authorization-key.js'

/** The text that the demo's back end signs while its user is away. */
const message = 'The back end of the demo signed this with your wallet.'

/** The order that it signs: domain, types and message of EIP-712. */
const typedOrder = {
  domain: {
    name: 'Corner shop',
    version: '1',
    chainId: evmChainId,
    verifyingContract: '0x0000000000000000000000000000000000000001',
  },
  types: {
    Item: [
      { name: 'name', type: 'string' },
      { name: 'pieces', type: 'uint256' },
    ],
    Order: [
      { name: 'buyer', type: 'string' },
      { name: 'items', type: 'Item[]' },
    ],
  },
  primaryType: 'Order',
  message: { buyer: 'The back end', items: [{ name: 'Bread', pieces: '2' }] },
}

/**
 * A back end of the demo, which acts with wallets that users have delegated to the app: it holds the app's secret and
 * authorization key, and signs each request to the server (wire reference §25).
 */
export function backEndRoutes({ key, ...app }: OwnApp & { key: KeyObject }): OriginRoute[] {
  return [
    {
      method: 'POST',
      path: '/back-end/sign-message',
      handle: async ({ body }) => {
        const params = { message, encoding: 'utf-8' }
        const request = { ...walletOf(body), method: 'personal_sign', params }
        return { message, ...(await askWallet({ ...app, key }, request)) }
      },
    },
    {
      method: 'POST',
      path: '/back-end/sign-typed-data',
      handle: async ({ body }) => {
        const { primaryType, ...order } = typedOrder
        const params = { typed_data: { ...order, primary_type: primaryType } }
        const request = { ...walletOf(body), method: 'eth_signTypedData_v4', params }
        return { typedData: typedOrder, ...(await askWallet({ ...app, key }, request)) }
      },
    },
  ]
}

/** @throws HttpError when the page names no address. */
function walletOf(body: unknown): { chain_type: 'ethereum'; address: string } {
  const address = typeof body === 'object' && body !== null && Reflect.get(body, 'address')
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new HttpError(400, 'address must be an address of Ethereum')
  return { chain_type: 'ethereum', address }
}

async function askWallet(
  { authUrl, appId, appSecret, key }: OwnApp & { key: KeyObject },
  body: object,
): Promise<{ signature: unknown }> {
  const url = `${authUrl}/v1/wallets/rpc`
  const headers = { 'privy-app-id': appId }
  const signature = authorize({ version: 1, method: 'POST', url, body, headers }, key)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}`,
      'content-type': 'application/json',
      'privy-authorization-signature': signature,
    },
    body: JSON.stringify(body),
  })
  // By the contract of the route.
  const answer = (await response.json()) as { error?: string; data?: { signature?: unknown } }
  if (!response.ok) throw new HttpError(response.status, answer.error ?? 'The server refused')
  return { signature: answer.data?.signature }
}
