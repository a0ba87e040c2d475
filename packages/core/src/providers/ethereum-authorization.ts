import type { SallyportClient } from '../client.js'
import { ClientError, RpcError } from '../errors.js'
import type { Chain } from '../types.js'
import { openNode } from './ethereum-node.js'
import type { SigningJob } from './ethereum-signing-methods.js'

/** An EIP-7702 authorization with its signature, as viem's `authorizationList` takes it. */
export interface SignedAuthorization {
  /** The contract that gets control. */
  address: `0x${string}`
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}

/** Asks the user and signs. */
type Sign = (job: SigningJob) => Promise<unknown>

/**
 * Signs the authorization that `eth_sign7702Authorization` asks for, on `chain`. A nonce that is left out is the
 * wallet's next one, or the one after where the wallet sends the transaction itself (`executor`).
 *
 * @throws RpcError -32602; FrameError `not_supported` when the app does not allow it.
 */
export async function signAuthorization(
  { client, address, chain }: { client: SallyportClient; address: string; chain: Chain },
  { contract, nonce, executor }: Record<string, unknown>,
  sign: Sign,
): Promise<SignedAuthorization> {
  if (!isAddress(contract)) throw invalid('contract must be an address')
  // No more is imported here than the page has loaded already: a shared module would get a file of its own.
  const isOwn = ['self', address.toLowerCase()].includes(String(executor).toLowerCase())
  const number = nonceOf(nonce) ?? (await nextNonce(client, chain, address)) + (isOwn ? 1 : 0)
  const fields = { contract, chainId: chain.id, nonce: number }
  const signature = await sign({
    request: { method: 'eth_sign7702Authorization', params: [fields] },
    shown: { kind: 'sign-authorization', address, chain, contract, nonce: number },
    needsScreen: true,
  })
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(String(signature)) ?? []
  if (r === undefined || s === undefined) throw new ClientError('unable_to_sign')
  const parts = { r: `0x${r}`, s: `0x${s}`, yParity: v === '1b' ? 0 : 1 } as const
  return { address: contract, chainId: chain.id, nonce: number, ...parts }
}

async function nextNonce(client: SallyportClient, chain: Chain, address: string): Promise<number> {
  const node = await openNode(client, chain)
  await node.requireSameChain()
  // An address of the user's wallet: 0x hex by the server's schema.
  return node.nonceOf(address as `0x${string}`)
}

function nonceOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const number = typeof value === 'bigint' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw invalid('nonce must be a whole number')
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}

function invalid(message: string): RpcError {
  return new RpcError(-32602, { message })
}
