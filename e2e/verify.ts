import { webcrypto } from 'node:crypto'
import { getAddressEncoder, getBase58Encoder, address as toAddress } from '@solana/kit'
import { dev } from './person.js'

/** The order the demo signs, written out again: the test does not trust the page's copy. */
export const typedOrder = {
  domain: {
    name: 'Corner shop',
    version: '1',
    chainId: 31337,
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
      { name: 'paid', type: 'bool' },
    ],
  },
  primaryType: 'Order',
  message: {
    buyer: 'Ada',
    items: [
      { name: 'Bread', pieces: 2n },
      { name: 'Olives', pieces: 1n },
    ],
    paid: false,
  },
} as const

/** Whether `signature` (base58 or base64) is the Ed25519 signature of a text by a Solana address. */
export async function verifySolanaMessage(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const key = await webcrypto.subtle.importKey(
    'raw',
    new Uint8Array(getAddressEncoder().encode(toAddress(address))),
    'Ed25519',
    false,
    ['verify'],
  )
  const bytes =
    /[+/=]/.test(signature) || (signature.length === 88 && signature.endsWith('='))
      ? new Uint8Array(Buffer.from(signature, 'base64'))
      : new Uint8Array(getBase58Encoder().encode(signature))
  return webcrypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(message))
}

/** Lamports an address holds on the local cluster. */
export async function solBalance(address: string): Promise<bigint> {
  const response = await fetch(dev.solanaRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
  })
  return BigInt((await response.json()).result.value)
}
