import { RpcError } from '../errors.js'
import type { ConfirmRequest } from '../types.js'
import { isSameAddress } from '../wallet/accounts.js'

/** EIP-712 typed data with its domain type spelled out. */
export type TypedData = Extract<ConfirmRequest, { kind: 'sign-typed-data' }>['typedData']

const invalid = (message: string) => new RpcError(-32602, { message })

/** The parameters as a list. @throws RpcError -32602. */
function listOf(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return []
  if (!Array.isArray(params)) throw invalid('params must be an array')
  return params
}

/** The first parameter as an object. @throws RpcError -32602. */
export function objectOf(params: unknown): Record<string, unknown> {
  const [first] = listOf(params)
  if (!first || typeof first !== 'object') throw invalid('The first parameter must be an object')
  // Checked to be an object above.
  return first as Record<string, unknown>
}

/** Message and signer of `personal_sign`; both orders occur in the wild. @throws RpcError -32602, 4100. */
export function messageOf(params: unknown, address: string): string {
  const [first, second] = listOf(params)
  if (typeof first !== 'string') throw invalid('The message must be a string')
  if (typeof second !== 'string') return first
  if (isSameAddress(second, address)) return first
  if (isSameAddress(first, address)) return second
  throw new RpcError(4100)
}

/** The second parameter, where the first is the signer. @throws RpcError -32602, 4100. */
export function signedBy(params: unknown, address: string): unknown {
  const [signer, value] = listOf(params)
  if (typeof signer !== 'string') throw invalid('The first parameter must be an address')
  if (!isSameAddress(signer, address)) throw new RpcError(4100)
  return value
}

/** Typed data given as an object or JSON text. @throws RpcError -32602. */
export function typedDataOf(value: unknown): TypedData {
  const data = typeof value === 'string' ? parseJson(value) : value
  if (!data || typeof data !== 'object') throw invalid('Typed data must be an object')
  // Each field is checked before use.
  const { types: given, primaryType, ...rest } = data as Partial<TypedData>
  if (!given || typeof given !== 'object' || typeof primaryType !== 'string') {
    throw invalid('Typed data needs types and primaryType')
  }
  const domain = rest.domain ?? {}
  const types: TypedData['types'] = { EIP712Domain: domainType(domain), ...given }
  if (!Array.isArray(types[primaryType])) throw invalid(`Typed data does not define ${primaryType}`)
  // viem sends none with the domain as primary type: only the domain is signed then.
  const message = rest.message ?? (primaryType === 'EIP712Domain' ? {} : undefined)
  if (!message || typeof message !== 'object') throw invalid('Typed data needs a message')
  return { domain, primaryType, message, types }
}

/** A chain id as a number, from a number, bigint, decimal or hex text. @throws RpcError -32602. */
export function chainIdOf(value: unknown): number {
  const isPlain =
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value))
  const id = isPlain ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(id) || id <= 0) throw invalid('chainId must be a positive integer')
  return id
}

/** A 32-byte hash as hex. @throws RpcError -32602. */
export function hashOf(params: unknown): string {
  const [hash] = listOf(params)
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) {
    throw invalid('The hash must be 32 bytes of hex')
  }
  return hash
}

/** A message as people can read it: hex that is UTF-8 text becomes that text; everything else stays as it is. */
export function readable(message: string): string {
  if (!/^0x([0-9a-f]{2})+$/i.test(message)) return message
  const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return textOf(bytes) ?? message
}

/** Bytes as UTF-8 text, or null when they are not text: control characters could hide what is signed. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\n\r\t]/u.test(text) ? null : text
  } catch {
    // Not UTF-8.
    return null
  }
}

const domainFields = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
} as const

function domainType(domain: Record<string, unknown>): { name: string; type: string }[] {
  return Object.entries(domainFields)
    .filter(([name]) => domain[name] !== undefined && domain[name] !== null)
    .map(([name, type]) => ({ name, type }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RpcError(-32602, { message: 'Typed data is not JSON', cause })
  }
}
