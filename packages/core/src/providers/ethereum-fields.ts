import { type EthereumAddress, ethereumAddress } from '@sallyport/contract'
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
  /** 0 legacy, 1 access list, 2 EIP-1559, 4 EIP-7702. */
  type?: number
  chainId?: number
  accessList?: AccessList
  /** Signed EIP-7702 authorizations, of a transaction of type 4. */
  authorizationList?: readonly AuthorizationFields[]
}

/** Storage that a transaction names in advance (EIP-2930). */
type AccessList = readonly { address: `0x${string}`; storageKeys: readonly `0x${string}`[] }[]

/** Transaction type and prices per unit of gas, in wei. */
export type Fees = Pick<TransactionFields, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> & {
  type: 0 | 1 | 2 | 4
  /** The most that is paid. */
  maxPriceWei: bigint
  /** What the next block likely takes. */
  expectedPriceWei: bigint
}

/** A signed EIP-7702 authorization in the form that is sent: numbers as hex. */
interface AuthorizationFields {
  address: `0x${string}`
  chainId: `0x${string}`
  nonce: `0x${string}`
  yParity: `0x${string}`
  r: `0x${string}`
  s: `0x${string}`
}

type AddressSchema = ReturnType<typeof ethereumAddress>

const bigFields = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const
const typeNames: Readonly<Record<string, number>> = {
  legacy: 0,
  eip2930: 1,
  eip1559: 2,
  eip7702: 4,
}

/**
 * A transaction as apps write it (numbers as hex, decimal text, number or bigint; `gas` or `gasLimit`; `data` or `input`)
 * in the forms that are signed. Reading these again gives the same.
 *
 * @param checksum  gives an address its EIP-55 checksum.
 * @throws RpcError -32602: "Invalid Ethereum address" for the recipient, else naming the field that cannot be read.
 */
export function readTransaction(
  given: Record<string, unknown>,
  checksum: (address: `0x${string}`) => `0x${string}`,
): TransactionFields {
  const recipient = ethereumAddress(checksum)
  const fields: TransactionFields = {}
  for (const name of bigFields) {
    const value = quantity(name, name === 'gas' ? (given.gas ?? given.gasLimit) : given[name])
    if (value !== undefined) fields[name] = value
  }
  if (fields.gasPrice !== undefined && fields.maxFeePerGas !== undefined) {
    throw unreadable('gasPrice beside maxFeePerGas')
  }
  const nonce = quantity('nonce', given.nonce)
  if (nonce !== undefined) fields.nonce = numberOf('nonce', nonce)
  if (isGiven(given.to)) fields.to = addressOf(recipient, given.to)
  const data = dataOf(given)
  if (data !== undefined) fields.data = data
  if (fields.to === undefined && (fields.data ?? '0x') === '0x') throw unreadable('to')
  if (isGiven(given.authorizationList)) {
    fields.authorizationList = authorizationsOf(recipient, given.authorizationList)
    fields.type = 4
  }
  if (isGiven(given.type)) fields.type = typeOf(given.type)
  if ((fields.type === 4) !== (fields.authorizationList !== undefined)) throw unreadable('type')
  if (isGiven(given.accessList)) fields.accessList = accessListOf(recipient, given.accessList)
  return fields
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * Below 2²⁵⁶. Spellings that only some readers know (`0b1`, blanks, numbers beyond 2⁵³) are refused: the screen that asks
 * and the wallet that signs must read the same amount.
 */
function quantity(name: string, value: unknown): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (value === '0x') return 0n
  const isPlain =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value))
  const amount = isPlain ? BigInt(value) : -1n
  if (amount < 0n || amount >= 1n << 256n) throw unreadable(name)
  return amount
}

function numberOf(name: string, value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw unreadable(name)
  return number
}

function addressOf(recipient: AddressSchema, value: unknown): EthereumAddress {
  const parsed = recipient.safeParse(value)
  if (!parsed.success) throw new RpcError(-32602, { message: 'Invalid Ethereum address' })
  return parsed.data
}

/** `data` and its older name `input`; two different ones would leave open which is meant. */
function dataOf({ data, input }: Record<string, unknown>): `0x${string}` | undefined {
  const [first, second = first] = [data, input].filter(isGiven)
  if (first === undefined) return undefined
  if (!isBytes(first) || first !== second) throw unreadable('data')
  return first
}

function isBytes(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}

function accessListOf(recipient: AddressSchema, value: unknown): AccessList {
  const isEntry = (entry: unknown): entry is AccessList[number] => {
    const { address, storageKeys } = Object(entry) as Record<string, unknown> // any object has unknown fields
    const keys = Array.isArray(storageKeys) ? storageKeys : [null]
    return (
      recipient.safeParse(address).success &&
      keys.every((key) => isBytes(key) && key.length === 2 + 64)
    )
  }
  if (!Array.isArray(value) || !value.every(isEntry)) throw unreadable('accessList')
  return value
}

function authorizationsOf(
  recipient: AddressSchema,
  value: unknown,
): readonly AuthorizationFields[] {
  if (!Array.isArray(value) || value.length === 0) throw unreadable('authorizationList')
  return value.map((entry) => {
    const given = Object(entry) as Record<string, unknown> // any object has unknown fields
    const hex = (name: string): `0x${string}` => {
      const number = quantity(`authorizationList ${name}`, given[name])
      if (number === undefined) throw unreadable('authorizationList')
      return `0x${number.toString(16)}`
    }
    return {
      address: addressOf(recipient, given.address ?? given.contractAddress),
      ...{ chainId: hex('chainId'), nonce: hex('nonce'), yParity: hex('yParity') },
      ...{ r: hex('r'), s: hex('s') },
    }
  })
}

function typeOf(value: unknown): number {
  const type = typeNames[String(value)] ?? numberOf('type', quantity('type', value) ?? -1n)
  if (type === 0 || type === 1 || type === 2 || type === 4) return type
  throw unreadable('type')
}

function unreadable(field: string): RpcError {
  return new RpcError(-32602, { message: `The transaction's ${field} cannot be read` })
}
