import {
  checksumAddress,
  type EthereumTransaction,
  hashTypedData,
  TypedDataError,
  toHex,
} from '@sallyport/crypto/chains/ethereum'
import { invalidArguments } from '../../frame-error.js'
import { messageBytes, typedDataOf } from '../../rpc/ethereum.js'
import { parseTransaction } from '../../rpc/ethereum-transaction.js'
import { inertText, readableText } from './inert-text.js'
import { loginDomainOf } from './login-domain.js'
import type { EthereumAction, Reading, Subject } from './subject.js'
import { readTypedData } from './typed-data.js'

/** Wallets and apps spell "everything" in several ways; more than any supply counts as unlimited. */
const unlimitedFrom = 2n ** 160n - 1n
/** Selectors of ERC-20 and ERC-721. */
const selectors = {
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  approve: '0x095ea7b3',
  increaseAllowance: '0x39509351',
  setApprovalForAll: '0xa22cb465',
} as const

/**
 * What each Ethereum method would sign. The parameters have been accepted by the method's own schema; the same parsers
 * read them here.
 */
export const ethereumReaders: Readonly<Record<string, (params: readonly unknown[]) => Reading>> = {
  personal_sign: ([message, address]) => messageReading(message, address),
  eth_sign: ([address, message]) => messageReading(message, address),
  eth_signTypedData_v4(params) {
    const { address, data } = typedDataOf(params)
    try {
      hashTypedData(data)
    } catch (error) {
      if (error instanceof TypedDataError) throw invalidArguments('The typed data is not valid')
      throw error
    }
    return { subject: readTypedData(data), wallet: ownAddress(address) }
  },
  eth_signTransaction([given]) {
    const { transaction, from } = parseTransaction(given)
    return { subject: transactionSubject(transaction), wallet: ownAddress(from) }
  },
  secp256k1_sign: ([digest]) => ({
    subject: { kind: 'digest', hex: String(digest) },
    wallet: null,
  }),
}

function messageReading(message: unknown, address: unknown): Reading {
  const bytes = messageBytes(String(message))
  const text = readableText(bytes)
  const subject: Subject =
    text === null
      ? { kind: 'bytes', chain: 'ethereum', hex: inertText(toHex(bytes)), length: bytes.length }
      : {
          kind: 'message',
          chain: 'ethereum',
          text: inertText(text),
          loginDomain: loginDomainOf(text),
        }
  return { subject, wallet: ownAddress(address) }
}

function ownAddress(address: unknown): string | null {
  if (typeof address !== 'string') return null
  return /^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : inertText(address, 100).text
}

function transactionSubject(transaction: EthereumTransaction): Subject {
  const { to, data, valueWei, gasLimit, chainId, nonce } = transaction
  const price = transaction.type === 2 ? transaction.maxFeePerGas : transaction.gasPrice
  return {
    kind: 'ethereum-transaction',
    action: actionOf(to === null ? null : checksumAddress(to), data),
    valueWei,
    maxFeeWei: gasLimit * price,
    chainId,
    nonce,
    gasLimit,
    data: data === '0x' ? null : inertText(data),
  }
}

/** What a call does; only calls of exactly the known form are named, everything else is "a contract". */
function actionOf(to: string | null, data: string): EthereumAction {
  if (to === null) return { kind: 'create' }
  if (data === '0x') return { kind: 'send', to }
  const selector = data.slice(0, 10).toLowerCase()
  const words = wordsOf(data)
  const call = { kind: 'call', to, selector } as const
  const [first, second, third] = words
  if (first === undefined || second === undefined) return call
  if (words.length === 3 && third !== undefined && selector === selectors.transferFrom) {
    const [from, receiver] = [addressOf(first), addressOf(second)]
    if (!from || !receiver) return call
    return { kind: 'move-token', token: to, units: BigInt(third), from, to: receiver }
  }
  const party = words.length === 2 ? addressOf(first) : null
  if (!party) return call
  const units = BigInt(second)
  switch (selector) {
    case selectors.transfer:
      return { kind: 'send-token', token: to, units, to: party }
    case selectors.approve:
    case selectors.increaseAllowance: {
      const amount = units >= unlimitedFrom ? 'unlimited' : units
      return { kind: 'approve-token', token: to, units: amount, spender: party }
    }
    case selectors.setApprovalForAll:
      return units === 1n ? { kind: 'approve-all', token: to, operator: party } : call
    default:
      return call
  }
}

/** The 32-byte words after the selector, as hex; empty when the data is not whole words. */
function wordsOf(data: string): `0x${string}`[] {
  const body = data.slice(10)
  if (body.length % 64 !== 0 || body.length > 3 * 64) return []
  return (body.match(/.{64}/g) ?? []).map((word) => `0x${word}` as const)
}

/** The address in a word; null when bytes stand before it. */
function addressOf(word: string): string | null {
  return /^0x0{24}/.test(word) ? checksumAddress(`0x${word.slice(26)}`) : null
}
