import { messageOfTransaction } from '@sallyport/contract/requests'
import {
  type EthereumTransaction,
  fromHex,
  type Hex,
  signMessage,
  signTransaction,
  signTypedData,
} from '@sallyport/crypto/chains/ethereum'
import { signMessage as signSolanaMessage } from '@sallyport/crypto/chains/solana'
import { CallRefused } from '@sallyport/keyholder'
import type { DelegatedRequest, DelegatedTransaction } from '@sallyport/protocols/signer'
import { PolicyRefusal } from './refusals.js'

/** Signs what a request asks for; answers as the client reads it. */
export type Sign = (key: Uint8Array) => Record<string, string>

type MessageRequest = Extract<DelegatedRequest, { method: 'personal_sign' | 'signMessage' }>

/**
 * What is signed for a request, whatever policy allowed it.
 *
 * @throws CallRefused `invalid_request`; PolicyRefusal for a Solana message that could be a transaction.
 */
export function prepareSignature(asked: DelegatedRequest): Sign {
  switch (asked.method) {
    case 'eth_signTransaction':
    case 'eth_sendTransaction': {
      const whole = ethereumTransactionOf(asked.params.transaction)
      return (key) => ({ signed_transaction: signTransaction(key, whole), encoding: 'rlp' })
    }
    case 'signTransaction':
    case 'signAndSendTransaction':
      return prepareSolana(readSolanaMessage(asked.params.transaction))
    case 'eth_signTypedData_v4': {
      const { primary_type: primaryType, ...data } = asked.params.typed_data
      return (key) => ({ signature: signTypedData(key, { ...data, primaryType }), encoding: 'hex' })
    }
    case 'personal_sign':
    case 'signMessage':
      return prepareMessage(asked)
  }
}

/** The bytes of a message. @throws CallRefused `invalid_request`. */
export function messageBytes({ params: { message, encoding } }: MessageRequest): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(message)
  if (encoding === 'base64') return Buffer.from(message, 'base64')
  try {
    return fromHex(message)
  } catch (cause) {
    throw new CallRefused('invalid_request', cause)
  }
}

/** The message of a Solana transaction with room for one signature. @throws CallRefused `invalid_request`. */
export function readSolanaMessage(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  try {
    const message = messageOfTransaction(bytes)
    if (bytes.length - message.length !== 65) throw refused('Other signatures')
    return message
  } catch (error) {
    if (error instanceof RangeError) throw refused('The bytes end early')
    throw error
  }
}

function ethereumTransactionOf(asked: DelegatedTransaction): EthereumTransaction {
  return {
    type: 2,
    chainId: asked.chain_id,
    nonce: asked.nonce,
    // The schema demands 0x and 40 digits; without it a contract is created.
    to: (asked.to?.toLowerCase() as Hex | undefined) ?? null,
    valueWei: asked.value,
    data: asked.data.toLowerCase() as Hex, // The schema demands 0x and pairs of digits.
    gasLimit: asked.gas_limit,
    maxFeePerGas: asked.max_fee_per_gas,
    maxPriorityFeePerGas: asked.max_priority_fee_per_gas,
    accessList: [],
  }
}

function prepareSolana(message: Uint8Array): Sign {
  return (key) => {
    const signed = Buffer.concat([Uint8Array.of(1), signSolanaMessage(key, message), message])
    return { signed_transaction: signed.toString('base64'), encoding: 'base64' }
  }
}

function prepareMessage(asked: MessageRequest): Sign {
  const message = messageBytes(asked)
  if (asked.method === 'personal_sign')
    return (key) => ({ signature: signMessage(key, message), encoding: 'hex' })
  // A transaction begins with the number of its signers or its version: never with a letter.
  if (!isText(message)) throw new PolicyRefusal('The message could be a transaction')
  return (key) => ({
    signature: Buffer.from(signSolanaMessage(key, message)).toString('base64'),
    encoding: 'base64',
  })
}

function isText(message: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(message)
  } catch {
    return false // Not UTF-8.
  }
  return (message[0] ?? 0) >= 0x20
}

function refused(reason: string): CallRefused {
  return new CallRefused('invalid_request', new Error(reason))
}
