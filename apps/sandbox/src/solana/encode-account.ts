import { type EncodedAccount, getBase58Decoder, type MaybeEncodedAccount } from '@solana/kit'
import { toOptions } from './methods/method.js'
import { parseTokenAccount } from './token-account.js'

/** Encodes an account in the RPC's format; null when it doesn't exist. */
export function encodeAccount(account: MaybeEncodedAccount, options: unknown): unknown {
  if (!account.exists) return null
  return encodeExisting(account, options)
}

/** Encodes an existing account with the requested `encoding` and `dataSlice`. */
export function encodeExisting(account: EncodedAccount, options: unknown): unknown {
  const { encoding, dataSlice } = optionsOf(options)
  const whole = new Uint8Array(account.data)
  const bytes = dataSlice
    ? whole.slice(dataSlice.offset, dataSlice.offset + dataSlice.length)
    : whole
  return {
    lamports: account.lamports,
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: 18446744073709551615n,
    space: BigInt(whole.length),
    data: encodeData(bytes, { encoding, parsed: () => parseTokenAccount(account) }),
  }
}

function encodeData(
  bytes: Uint8Array,
  { encoding, parsed }: { encoding: string | undefined; parsed: () => unknown },
): unknown {
  if (encoding === 'jsonParsed') {
    const readable = parsed()
    if (readable) return readable
  }
  if (encoding === 'base58') return [getBase58Decoder().decode(bytes), 'base58']
  // The oldest format: base58 without the encoding's name.
  if (encoding === undefined) return getBase58Decoder().decode(bytes)
  return [Buffer.from(bytes).toString('base64'), 'base64']
}

function optionsOf(options: unknown): {
  encoding: string | undefined
  dataSlice: { offset: number; length: number } | undefined
} {
  const { encoding, dataSlice } = toOptions(options)
  const { offset, length } = toOptions(dataSlice)
  return {
    encoding: typeof encoding === 'string' ? encoding : undefined,
    dataSlice:
      typeof offset === 'number' && typeof length === 'number' ? { offset, length } : undefined,
  }
}
