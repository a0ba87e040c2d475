import { decodeBase58, type SolanaMessageType } from '@sallyport/contract'
import { messageOfTransaction, readSolanaMessage } from '@sallyport/contract/requests'
import { verify } from '@sallyport/crypto/chains/solana'

/** A signature as it was sent, and what it is claimed to be over. */
export interface Signed {
  address: string
  message: string
  signature: Uint8Array
}

/** Whether `signed` proves that the key of the address signed the message, by what the wallet signed instead of it. */
export const signedBy = {
  plain: ({ address, message, signature }) =>
    verify({ address, message: utf8(message), signature }),
  'offchain-message': isOffchainMessage,
  transaction: isMemoTransaction,
} satisfies Record<SolanaMessageType, (signed: Signed) => boolean>

const domain = Uint8Array.of(0xff, ...utf8('solana offchain'))
/** ASCII, UTF-8 that fits into a device, UTF-8. */
const formats = [0, 1, 2]

/**
 * The envelope of off-chain messages, version 0. Devices have signed two layouts of it: with application domain and
 * signers, as in the specification, and without, as in the first versions of Ledger's app.
 *
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
function isOffchainMessage({ address, message, signature }: Signed): boolean {
  const text = utf8(message)
  const length = Uint8Array.of(text.length & 0xff, text.length >> 8)
  const signer = decodeBase58(address) ?? []
  return formats.some((format) => {
    const short = [...domain, 0, format, ...length, ...text]
    const full = [...domain, 0, ...new Uint8Array(32), format, 1, ...signer, ...length, ...text]
    return [full, short].some((bytes) =>
      verify({ address, message: Uint8Array.from(bytes), signature }),
    )
  })
}

/** Programs that do nothing but record text. */
const memoPrograms: readonly (string | null)[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/**
 * A whole transaction, signed by the address alone, whose only instruction is a memo with the message. One that does
 * anything else is refused: it would be a transaction that the user signed for another purpose.
 */
function isMemoTransaction({ address, message, signature: bytes }: Signed): boolean {
  // One signature: a count of 1 and 64 bytes.
  if (bytes.length < 65 || bytes[0] !== 1) return false
  const signed = messageOfTransaction(bytes)
  const read = readSolanaMessage(signed)
  const [memo, ...others] = read?.instructions ?? []
  if (read === null || memo === undefined || others.length > 0) return false
  if (read.feePayer !== address || read.signers !== 1 || read.tables.length > 0) return false
  if (!memoPrograms.includes(memo.program)) return false
  if (!memo.accounts.every((account) => account === address)) return false
  if (!Buffer.from(memo.data).equals(utf8(message))) return false
  return verify({ address, message: signed, signature: bytes.subarray(1, 65) })
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}
