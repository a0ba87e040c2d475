import { messageOfTransaction, readSolana, toBase58 } from '@sallyport/contract/requests'
import type { WalletRpc } from '@sallyport/contract/wallet-api'
import { signMessage } from '@sallyport/crypto/chains/solana'
import type { Facts, Unread } from '../policy/facts.js'
import { invalid } from '../refusals.js'
import type { Prepared } from './prepare.js'

type Transaction = Extract<WalletRpc, { method: 'signTransaction' | 'signAndSendTransaction' }>

const signatureBytes = 64

/**
 * A transaction with the wallet's signature in its place; the others stay as they are. Whether the wallet is one of its signers is
 * asked after the policies.
 *
 * @throws CallRefused `invalid_request` when it is none.
 */
export function prepareSolana(
  { params }: Transaction,
  { address, facts }: { address: string; facts: Facts | Unread },
): Prepared {
  const bytes = Uint8Array.from(Buffer.from(params.transaction, 'base64'))
  const message = messageOf(bytes)
  return {
    facts,
    sign: (key) => {
      const signed = Uint8Array.from(bytes)
      signed.set(signMessage(key, message), signerAt(bytes, { message, address }))
      return { signed_transaction: Buffer.from(signed).toString('base64'), encoding: 'base64' }
    },
  }
}

/** The message of a transaction's bytes. @throws CallRefused `invalid_request`. */
export function messageOf(bytes: Uint8Array): Uint8Array {
  try {
    const message = messageOfTransaction(bytes)
    if (!readSolana(message)) throw invalid('The bytes are not a transaction')
    return message
  } catch (error) {
    if (error instanceof RangeError) throw invalid('The bytes of the transaction end early')
    throw error
  }
}

/** Where the wallet's signature begins. */
function signerAt(
  bytes: Uint8Array,
  { message, address }: { message: Uint8Array; address: string },
): number {
  // Version 0 begins with a byte of its own. Then three counts, of which the first is of the signers, and the number of keys.
  const head = ((message[0] ?? 0) & 0x80) === 0 ? 0 : 1
  const signers = message[head] ?? 0
  const places = bytes.length - message.length
  // Below 128 a count is one byte.
  if (signers > 127 || places !== 1 + signers * signatureBytes)
    throw invalid('The transaction has not one place for each signature')
  // More than 127 keys take two bytes for their number; no packet holds so many.
  const keysAt = head + 4
  for (let at = 0; at < signers; at += 1) {
    const key = message.subarray(keysAt + at * 32, keysAt + (at + 1) * 32)
    if (toBase58(key) === address) return 1 + at * signatureBytes
  }
  throw invalid('The wallet is not one of the signers of the transaction')
}
