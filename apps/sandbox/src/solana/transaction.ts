import {
  type Address,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { invalidParams } from './rpc-error.js'

/** A decoded transaction. */
export interface OpenedTransaction {
  transaction: Transaction
  wire: Uint8Array
  /** Base58 of the first signature: the transaction's id. */
  signature: string
  /** Static accounts of the message, fee payer first. */
  accounts: readonly Address[]
  blockhash: string
  signerCount: number
  message: ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>
}

/** The limit of a packet, 1232 bytes, is 1683 characters in base58 and fewer in base64. */
const maxTextLength = 1683

/**
 * Decodes a transaction from text.
 *
 * @throws SolanaRpcError −32602 when it is not one.
 */
export function openTransaction(text: unknown, encoding: unknown): OpenedTransaction {
  if (typeof text !== 'string' || text.length > maxTextLength)
    throw invalidParams(`the transaction must be a string of at most ${maxTextLength} characters`)
  try {
    const wire =
      encoding === 'base64'
        ? new Uint8Array(Buffer.from(text, 'base64'))
        : new Uint8Array(getBase58Encoder().encode(text))
    return openWire(wire)
  } catch {
    throw invalidParams('the transaction cannot be decoded')
  }
}

/** Decodes a transaction from bytes. @throws when they are not a transaction. */
export function openWire(wire: Uint8Array): OpenedTransaction {
  const transaction = getTransactionDecoder().decode(wire)
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const first = Object.values(transaction.signatures)[0] ?? new Uint8Array(64)
  return {
    transaction,
    wire,
    signature: getBase58Decoder().decode(first),
    accounts: message.staticAccounts,
    blockhash: message.lifetimeToken ?? '',
    signerCount: message.header.numSignerAccounts,
    message,
  }
}
