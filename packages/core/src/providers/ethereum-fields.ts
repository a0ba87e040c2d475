import { RpcError } from '../errors.js'

/** Fields of a transaction in the forms that are signed; amounts in wei. */
export interface TransactionFields {
  to?: `0x${string}`
  from?: `0x${string}`
  value?: bigint
  data?: `0x${string}`
  nonce?: number
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  /** 0 legacy, 1 access list, 2 EIP-1559. */
  type?: number
  chainId?: number
  accessList?: readonly unknown[]
}

const bigFields = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const
const typeNames: Readonly<Record<string, number>> = { legacy: 0, eip2930: 1, eip1559: 2 }

/**
 * A transaction as apps write it (numbers as hex, decimal text, number or bigint; `gas` or `gasLimit`; `data` or `input`)
 * in the forms that are signed.
 *
 * @throws RpcError -32602 naming the field that cannot be read.
 */
export function readTransaction(given: Record<string, unknown>): TransactionFields {
  const source = { ...given, gas: given.gas ?? given.gasLimit }
  const fields: TransactionFields = {}
  for (const name of bigFields) {
    const value = quantity(name, source)
    if (value !== undefined) fields[name] = value
  }
  if (fields.gasPrice !== undefined && fields.maxFeePerGas !== undefined) {
    throw unreadable('gasPrice beside maxFeePerGas')
  }
  const nonce = quantity('nonce', source)
  if (nonce !== undefined) fields.nonce = Number(nonce)
  const to = given.to
  if (to !== undefined && to !== null) fields.to = hex('to', to, /^0x[0-9a-f]{40}$/i)
  const data = given.data ?? given.input
  if (data !== undefined && data !== null) fields.data = hex('data', data, /^0x([0-9a-f]{2})*$/i)
  if (fields.to === undefined && !fields.data) throw unreadable('to')
  const type = given.type
  if (type !== undefined && type !== null) fields.type = typeOf(type)
  if (Array.isArray(given.accessList)) fields.accessList = given.accessList
  return fields
}

function quantity(name: string, source: Record<string, unknown>): bigint | undefined {
  const value = source[name]
  if (value === undefined || value === null || value === '') return undefined
  try {
    if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string') {
      const amount = BigInt(value === '0x' ? 0 : value)
      if (amount >= 0n) return amount
    }
  } catch {
    // Told below, with the field's name.
  }
  throw unreadable(name)
}

function hex(name: string, value: unknown, pattern: RegExp): `0x${string}` {
  // The patterns begin with 0x.
  if (typeof value === 'string' && pattern.test(value)) return value as `0x${string}`
  throw unreadable(name)
}

function typeOf(value: unknown): number {
  const type = typeNames[String(value)] ?? Number(value)
  if (type === 0 || type === 1 || type === 2) return type
  throw unreadable('type')
}

function unreadable(field: string): RpcError {
  return new RpcError(-32602, { message: `The transaction's ${field} cannot be read` })
}
