import {
  accountCallData,
  accountContract,
  type CompleteTransaction,
  completeTransaction,
  type EthereumTransaction,
  type UserOperation,
  type WalletRpc,
} from '@sallyport/contract/wallet-api'
import {
  fromHex,
  type Hex,
  hashAuthorization,
  hashUserOperation06,
  hashUserOperation07,
  signDigest,
  signMessage,
  signTransaction,
  toHex,
} from '@sallyport/crypto/chains/ethereum'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { type Facts, known, type Unread } from '../policy/facts.js'
import { costOf } from '../policy/read-calls.js'
import { readAuthorization, readCalls } from '../policy/read-ethereum.js'
import { sponsoredWei } from '../policy/read-operation.js'
import { readRequest } from '../policy/read-request.js'
import { invalid } from '../refusals.js'
import type { Prepared, Signing } from './prepare.js'

type Bodies<M extends WalletRpc['method']> = Extract<WalletRpc, { method: M }>

/** Entry points of ERC-4337, in lower case, and how they hash an operation. */
const entryPoints: Readonly<Record<string, '0.6' | '0.7'>> = {
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789': '0.6',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': '0.7',
}

/** A transaction of type 0, 1, 2 or 4. @throws CallRefused `invalid_request` for one that is not complete, or names two networks. */
export function prepareTransaction(
  asked: Bodies<'eth_signTransaction' | 'eth_sendTransaction'>,
  { address, filled }: Signing,
): Prepared {
  const [given = {}] = filled
  const network = 'caip2' in asked ? chainIdOf(asked.caip2) : undefined
  const transaction = complete(asked.params.transaction, {
    ...given,
    ...(network !== undefined && { chain_id: String(network) }),
  })
  if (network !== undefined && network !== transaction.chainId)
    throw invalid('caip2 and params.transaction.chain_id name two networks')
  const { from } = asked.params.transaction
  if (from !== undefined && from !== address.toLowerCase())
    throw invalid('params.transaction.from is another wallet')
  return {
    facts: readRequest(asked, { address, chain: 'ethereum', transaction }),
    exclusive: exclusiveOf(transaction),
    sign: (key) => ({ signed_transaction: signTransaction(key, transaction), encoding: 'rlp' }),
  }
}

/**
 * Calls of one send. One is a transaction; several are made by one transaction, all of them or none: the wallet authorizes a contract that
 * makes them (EIP-7702), in the same transaction each time.
 */
export function prepareCalls(
  asked: Bodies<'wallet_sendCalls'>,
  { address, filled }: Signing,
): Prepared {
  const chainId = chainIdOf(asked.caip2)
  const { calls } = asked.params
  const [only, ...more] = calls
  const isOne = only !== undefined && more.length === 0
  const transaction = complete(
    isOne
      ? {
          ...{ type: 2, to: only.to, chain_id: chainId },
          ...(only.data !== undefined && { data: only.data }),
          ...(only.value !== undefined && { value: only.value }),
        }
      : {
          type: 4,
          to: address.toLowerCase() as Hex, // The wallet's own.
          chain_id: chainId,
          data: accountCallData(calls),
          authorization_list: [],
        },
    filled[0] ?? {},
  )
  const facts = withFees(readCalls(asked, { from: address }), transaction)
  return {
    facts: isOne ? facts : withAuthorization(facts, chainId),
    exclusive: exclusiveOf(transaction),
    sign: (key) => ({
      signed_transaction: signTransaction(key, isOne ? transaction : authorized(key, transaction)),
      encoding: 'rlp',
    }),
  }
}

/** A transaction in which the wallet has become the contract: its nonce has been counted up when the authorization is looked at. */
function authorized(key: Uint8Array, transaction: CompleteTransaction): CompleteTransaction {
  if (transaction.type !== 4) return transaction
  const { chainId, nonce } = transaction
  const authorization = { chainId, contract: accountContract as Hex, nonce: nonce + 1n }
  const { r, s, yParity } = signDigest(key, hashAuthorization(authorization))
  return {
    ...transaction,
    authorizations: [{ ...authorization, yParity, r: integerOf(r), s: integerOf(s) }],
  }
}

/** The facts of calls whose wallet becomes the account contract: policies may refuse that. */
export function withAuthorization(facts: Facts | Unread, chainId: bigint): Facts | Unread {
  if ('unread' in facts) return facts
  const authorization = { contract: known(accountContract), chain_id: known(chainId) }
  return { ...facts, shared: { ...facts.shared, ethereum_7702_authorization: authorization } }
}

/** Of transactions with one nonce of an account, one at most comes into a block. */
function exclusiveOf(transaction: CompleteTransaction): Prepared['exclusive'] {
  const { chainId, nonce } = transaction
  return { name: `eip155:${chainId}:${nonce}`, feePerGas: priceOf(transaction) }
}

function priceOf(each: CompleteTransaction): bigint {
  return each.type === 2 || each.type === 4 ? each.maxFeePerGas : each.gasPrice
}

function integerOf(bytes: Uint8Array): bigint {
  return BigInt(toHex(bytes))
}

/** An operation of a smart wallet, whose hash is signed as a message (EIP-191): what accounts with one owner check. */
export function prepareUserOperation(
  { params }: Bodies<'eth_signUserOperation'>,
  facts: Facts | Unread,
): Prepared {
  const { contract, chain_id: chainId, user_operation: operation } = params
  const version = entryPoints[contract]
  if (version === undefined) throw invalid('params.contract is not a known entry point')
  const place = { entryPoint: contract, chainId }
  const hash =
    version === '0.6'
      ? hashUserOperation06(operation06(operation), place)
      : hashUserOperation07(operation07(operation), place)
  return {
    facts,
    sponsoredWei: sponsoredWei(operation),
    sign: (key) => ({ signature: signMessage(key, hash), encoding: 'hex' }),
  }
}

/** An authorization (EIP-7702). With `executor: "self"` the nonce that is filled in is the one after the transaction's. */
export function prepareAuthorization(
  asked: Bodies<'eth_sign7702Authorization'>,
  { filled }: Signing,
): Prepared {
  const { contract, chain_id: chainId, nonce: given } = asked.params
  const [{ nonce: next } = {}] = filled
  const nonce = given ?? (next === undefined ? undefined : BigInt(next))
  if (nonce === undefined) throw invalid('params.nonce is missing')
  const authorization = { chainId, contract, nonce }
  return {
    facts: readAuthorization(asked),
    sign: (key) => {
      const { r, s, yParity } = signDigest(key, hashAuthorization(authorization))
      return {
        authorization: {
          contract,
          chain_id: numberOf(chainId),
          nonce: numberOf(nonce),
          ...{ r: toHex(r), s: toHex(s), y_parity: yParity },
        },
      }
    },
  }
}

/** JSON numbers where they are exact. */
function numberOf(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : `0x${value.toString(16)}`
}

function complete(asked: EthereumTransaction, filled: FilledTransaction): CompleteTransaction {
  const numbers = Object.fromEntries(
    Object.entries(filled).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, BigInt(text)]],
    ),
  )
  const transaction = completeTransaction(asked, numbers)
  if ('problem' in transaction)
    throw invalid(`params.transaction.${transaction.field} ${transaction.problem}`)
  return transaction
}

/** The number of an Ethereum network. @throws CallRefused `invalid_request`. */
export function chainIdOf(caip2: string): bigint {
  const reference = /^eip155:(\d{1,20})$/.exec(caip2)?.[1]
  if (reference === undefined) throw invalid('caip2 names no Ethereum network')
  return BigInt(reference)
}

/** What the one transaction of all calls pays. */
function withFees(facts: Facts | Unread, transaction: CompleteTransaction): Facts | Unread {
  if ('unread' in facts) return facts
  const { gasLimit, type } = transaction
  const price = priceOf(transaction)
  const tip = type === 2 || type === 4 ? transaction.maxPriorityFeePerGas : price
  const fee = price * gasLimit
  return {
    ...facts,
    shared: {
      ...facts.shared,
      ethereum_transaction: {
        gas_limit: known(gasLimit),
        max_fee_per_gas: known(price),
        max_priority_fee_per_gas: known(tip),
        max_fee: known(fee),
        cost: costOf(facts.actions, fee),
        type: known(BigInt(type)),
      },
    },
  }
}

function operation06(operation: UserOperation) {
  return {
    ...common(operation),
    callGasLimit: operation.call_gas_limit,
    verificationGasLimit: operation.verification_gas_limit,
    maxFeePerGas: operation.max_fee_per_gas,
    maxPriorityFeePerGas: operation.max_priority_fee_per_gas,
    paymasterAndData: joined(operation.paymaster, operation.paymaster_data),
  }
}

function operation07(operation: UserOperation) {
  const { paymaster } = operation
  const limits = pair(
    operation.paymaster_verification_gas_limit ?? 0n,
    operation.paymaster_post_op_gas_limit ?? 0n,
  )
  return {
    ...common(operation),
    accountGasLimits: pair(operation.verification_gas_limit, operation.call_gas_limit),
    gasFees: pair(operation.max_priority_fee_per_gas, operation.max_fee_per_gas),
    paymasterAndData:
      paymaster === undefined
        ? ('0x' as const)
        : joined(joined(paymaster, limits), operation.paymaster_data),
  }
}

function common(operation: UserOperation) {
  return {
    sender: operation.sender,
    nonce: operation.nonce,
    initCode: joined(operation.factory, operation.factory_data),
    callData: operation.call_data as Hex, // The schema demands 0x and pairs of digits.
    preVerificationGas: operation.pre_verification_gas,
  }
}

/** Two numbers of 16 bytes each, in hex. @throws CallRefused `invalid_request` for one that does not fit. */
export function pair(one: bigint, two: bigint): Hex {
  const half = (value: bigint) => {
    if (value >= 1n << 128n) throw invalid('A number of params.user_operation is too large')
    return value.toString(16).padStart(32, '0')
  }
  return `0x${half(one)}${half(two)}`
}

/** An address and what follows it, in hex; nothing for no address. */
export function joined(address: string | undefined, data: string | undefined): Hex {
  if (address === undefined) return '0x'
  return toHex(Buffer.concat([fromHex(address as Hex), fromHex((data ?? '0x') as Hex)]))
}
