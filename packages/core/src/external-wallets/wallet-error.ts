import { RpcError } from '../errors.js'

/**
 * What an external wallet threw, as an error with the wallet's own code, message and data: apps and libraries read them
 * (4902 adds a chain, the data of a revert names its error). Wallets throw plain objects, Solana wallets also errors without
 * a code, of which only the words say that the user declined. A wallet's code is passed on even where no standard has it.
 */
export function toWalletError(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) return thrown
  const given = readThrown(thrown)
  const { data } = given
  const message = given.message === undefined ? {} : { message: given.message }
  const code = given.code ?? (isRefusal(given) ? 4001 : -32603)
  return new RpcError(sameCodes[code] ?? code, { ...message, data, cause: thrown })
}

/** Codes of WalletConnect for what EIP-1193 has a code for: the user declined the request, or its chains, methods or events. */
const sameCodes: Readonly<Record<number, number>> = {
  5000: 4001,
  5001: 4001,
  5002: 4001,
  5003: 4001,
}

interface Thrown {
  name: string
  code?: number | undefined
  message?: string | undefined
  data?: unknown
}

function readThrown(thrown: unknown): Thrown {
  if (typeof thrown === 'string') return { name: '', message: thrown }
  const outer = fieldsOf(thrown)
  // Some wallets throw the whole answer of JSON-RPC.
  if (numberOf(outer.code) === undefined && fieldsOf(outer.error).code !== undefined) {
    return readThrown(outer.error)
  }
  const { originalError } = fieldsOf(outer.data)
  const inner = fieldsOf(originalError)
  const code = numberOf(inner.code)
  // Mobile wallets wrap the error in an internal one.
  if (code !== undefined && [undefined, -32603].includes(numberOf(outer.code))) {
    return {
      name: '',
      code,
      message: textOf(inner.message) ?? textOf(outer.message),
      data: inner.data ?? outer.data,
    }
  }
  return {
    name: textOf(outer.name) ?? '',
    code: numberOf(outer.code),
    message: textOf(outer.message),
    data: outer.data,
  }
}

function isRefusal({ name, message = '' }: Thrown): boolean {
  return /reject|declin|denied|cancel/i.test(`${name} ${message}`)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Any object has unknown fields; each is checked before it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function numberOf(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
