import { RpcError, type RpcErrorCode, rpcErrors } from '../errors.js'

/**
 * What an external wallet threw, as an error with a numeric code. Wallets throw plain objects, and Solana wallets errors
 * without a code, of which only the words say that the user declined.
 */
export function toWalletError(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) return thrown
  const code = codeOf(thrown)
  const words = wordsOf(thrown)
  if (code !== null) return new RpcError(code, { cause: thrown })
  if (/reject|declin|denied|cancel/i.test(words)) return new RpcError(4001, { cause: thrown })
  return new RpcError(-32603, { cause: thrown })
}

function codeOf(thrown: unknown): RpcErrorCode | null {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null
  const { code } = thrown
  // A key of the table.
  return typeof code === 'number' && code in rpcErrors ? (code as RpcErrorCode) : null
}

function wordsOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  const { name, message } = thrown as { name?: unknown; message?: unknown } // read as unknown
  return [name, message].filter((each) => typeof each === 'string').join(' ')
}
