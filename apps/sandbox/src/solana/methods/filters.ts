import { type EncodedAccount, getBase58Encoder } from '@solana/kit'
import { invalidParams } from '../rpc-error.js'

/** Whether an account matches every `dataSize` and `memcmp` filter of the call. */
export function matchesFilters(account: EncodedAccount, filters: unknown): boolean {
  if (filters === undefined || filters === null) return true
  if (!Array.isArray(filters)) throw invalidParams('filters must be a list')
  return filters.every((filter) => matches(new Uint8Array(account.data), filter))
}

function matches(data: Uint8Array, filter: unknown): boolean {
  // Client input: both keys are validated below.
  const { dataSize, memcmp } = (filter ?? {}) as {
    dataSize?: unknown
    memcmp?: Record<string, unknown>
  }
  if (dataSize !== undefined) return data.length === Number(dataSize)
  // At most 128 bytes, as on the real network; decoding base58 takes quadratic time.
  if (typeof memcmp?.bytes !== 'string' || memcmp.bytes.length > 175)
    throw invalidParams('unknown filter')
  const wanted =
    memcmp.encoding === 'base64'
      ? new Uint8Array(Buffer.from(memcmp.bytes, 'base64'))
      : new Uint8Array(getBase58Encoder().encode(memcmp.bytes))
  const offset = Number(memcmp.offset)
  return wanted.every((byte, index) => data[offset + index] === byte)
}
