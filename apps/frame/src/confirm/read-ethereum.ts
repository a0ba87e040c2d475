import {
  type EthereumReading,
  inertText,
  readCall,
  readMessage,
  readTypedData,
} from '@sallyport/contract/requests'
import { checksumAddress, type EthereumTransaction } from '@sallyport/crypto/chains/ethereum'
import { messageBytes, typedDataOf } from '../rpc/ethereum.js'
import { authorizationOf } from '../rpc/ethereum-authorization.js'
import { parseTransaction } from '../rpc/ethereum-transaction.js'
import { operationOf, operationOf06 } from '../rpc/user-operation.js'
import { readOperation, readTypedOperation } from './read-operation.js'
import type { Reading } from './reading.js'

const deps = { checksum: checksumAddress }

/**
 * What each Ethereum method would sign. The parameters have been accepted by the method's own schema; the same parsers
 * read them here.
 */
export const ethereumReaders: Readonly<Record<string, (params: readonly unknown[]) => Reading>> = {
  personal_sign: ([message, address]) => messageReading(message, address),
  eth_sign: ([address, message]) => messageReading(message, address),
  eth_signTypedData_v4(params) {
    const { address, data } = typedDataOf(params)
    const subject = readTypedOperation(data) ?? readTypedData({ ...deps, signer: address }, data)
    return { subject, wallet: ownAddress(address) }
  },
  eth_signTransaction([given]) {
    const { transaction, from } = parseTransaction(given)
    return { subject: readTransaction(transaction), wallet: ownAddress(from) }
  },
  eth_sign7702Authorization: (params) => ({
    subject: { kind: 'authorization', ...authorizationOf(params) },
    wallet: null,
  }),
  csw_signUserOperation: (params) => ({
    subject: readOperation(operationOf06(params)),
    wallet: null,
  }),
  sallyport_signUserOperation: (params) => ({
    subject: readOperation(operationOf(params)),
    wallet: null,
  }),
  secp256k1_sign: ([digest]) => ({
    subject: { kind: 'digest', hex: String(digest) },
    wallet: null,
  }),
}

function messageReading(message: unknown, address: unknown): Reading {
  const subject = readMessage('ethereum', messageBytes(String(message)))
  return { subject, wallet: ownAddress(address) }
}

function ownAddress(address: unknown): string | null {
  if (typeof address !== 'string') return null
  return /^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : inertText(address, 100).text
}

function readTransaction(transaction: EthereumTransaction): EthereumReading {
  const { to, data, valueWei, gasLimit, chainId, nonce } = transaction
  const price = 'gasPrice' in transaction ? transaction.gasPrice : transaction.maxFeePerGas
  return {
    kind: 'ethereum-transaction',
    action: readCall(deps, { to, data }),
    valueWei,
    maxFeeWei: gasLimit * price,
    chainId,
    nonce,
    gasLimit,
    data: data === '0x' ? null : inertText(data),
    authorizations: transaction.type === 4 ? transaction.authorizations : [],
  }
}
