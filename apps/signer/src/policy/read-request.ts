import { messageOfTransaction } from '@sallyport/contract/requests'
import {
  type CompleteTransaction,
  type WalletRpc,
  walletRpcMethods,
} from '@sallyport/contract/wallet-api'
import type { ChainFamily, Facts, Unread } from './facts.js'
import { type BitcoinPlace, readBitcoinRequest } from './read-bitcoin.js'
import { readAuthorization, readCalls, readTransaction, readTypedRequest } from './read-ethereum.js'
import { messageBytes, readMessageRequest, readOpaqueRequest } from './read-message.js'
import { readUserOperation } from './read-operation.js'
import { readSolanaRequest } from './read-solana.js'

/** The wallet that is asked, and what is known beside the body. */
export interface Asked {
  address: string
  chain: ChainFamily
  /** Of a method with an Ethereum transaction: the one that will be signed, with what was filled in. */
  transaction?: CompleteTransaction
  /** Of a wallet on Bitcoin. */
  bitcoin?: BitcoinPlace
}

/** A request as facts, read from the bytes that will be signed. */
export function readRequest(request: WalletRpc, asked: Asked): Facts | Unread {
  const { family } = walletRpcMethods[request.method]
  if (family !== 'every' && family !== asked.chain)
    return { unread: `${request.method} is of another chain` }
  switch (request.method) {
    case 'eth_signTransaction':
    case 'eth_sendTransaction': {
      const { transaction, address } = asked
      if (!transaction) return { unread: 'its transaction is not complete' }
      if ('caip2' in request && request.caip2 !== `eip155:${transaction.chainId}`)
        return { unread: 'it names two networks' }
      const { from } = request.params.transaction
      if (from !== undefined && from !== address.toLowerCase())
        return { unread: 'it names another sender' }
      return readTransaction(request.method, { transaction, from: address })
    }
    case 'wallet_sendCalls':
      return readCalls(request, { from: asked.address })
    case 'eth_signUserOperation':
      return readUserOperation(request)
    case 'eth_signTypedData_v4':
      return readTypedRequest(request, asked)
    case 'eth_sign7702Authorization':
      return readAuthorization(request)
    case 'personal_sign':
    case 'signMessage':
    case 'bitcoin_signMessage':
      return readMessageRequest(request.method, messageBytes(request.params))
    case 'signTransaction':
    case 'signAndSendTransaction':
      return readSolanaTransaction(request.method, request.params.transaction)
    case 'bitcoin_signPsbt':
    case 'bitcoin_sendPsbt': {
      const psbt = Uint8Array.from(Buffer.from(request.params.psbt, 'base64'))
      if (!asked.bitcoin) return { unread: 'the script of its wallet is not known' }
      return readBitcoinRequest(request.method, { psbt, place: asked.bitcoin })
    }
    case 'secp256k1_sign':
    case 'exportPrivateKey':
    case 'exportSeedPhrase':
      return readOpaqueRequest(request.method, asked.chain)
  }
}

function readSolanaTransaction(
  method: 'signTransaction' | 'signAndSendTransaction',
  base64: string,
): Facts | Unread {
  try {
    const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
    return readSolanaRequest(method, messageOfTransaction(bytes))
  } catch (error) {
    if (error instanceof RangeError) return { unread: 'its bytes end early' }
    throw error
  }
}
