import {
  type AccountCall,
  accountCallData,
  accountContract,
  accountEntryPoint,
  type WalletRpc,
} from '@sallyport/contract/wallet-api'
import {
  type Hex,
  hashAuthorization,
  hashUserOperation08,
  signDigest,
  signHash,
  toHex,
} from '@sallyport/crypto/chains/ethereum'
import type { FilledTransaction } from '@sallyport/protocols/signer'
import { type Facts, known, type Unread } from '../policy/facts.js'
import { costOf } from '../policy/read-calls.js'
import { readCalls } from '../policy/read-ethereum.js'
import { paymasterOf } from '../policy/read-operation.js'
import { invalid } from '../refusals.js'
import { chainIdOf, joined, pair, withAuthorization } from './ethereum.js'
import type { Prepared, Signing } from './prepare.js'

type Asked = Extract<WalletRpc, { method: 'eth_sendTransaction' | 'wallet_sendCalls' }>

/**
 * A send that a paymaster pays for, as an operation of the wallet's address with the account contract (ERC-4337, EIP-7702). What it does is
 * encoded here, from the request. Where a nonce is filled in, the wallet also authorizes the contract with it.
 *
 * @throws CallRefused `invalid_request` without a paymaster, and for a transaction that names more than recipient, amount and data.
 */
export function prepareSponsored(asked: Asked, { address, filled }: Signing): Prepared {
  const chainId = chainIdOf(asked.caip2)
  const sender = address.toLowerCase() as Hex // The wallet's own.
  const [numbers = {}] = filled
  const calls = callsOf(asked, { chainId, sender })
  const operation = operationOf(numbers, { sender, calls })
  const hash = hashUserOperation08(operation.packed, {
    entryPoint: accountEntryPoint,
    chainId,
  })
  const facts = withPaymaster(
    readCalls({ ...asked, method: 'wallet_sendCalls', params: { calls } }, { from: sender }),
    { ...operation, chainId, sender },
  )
  const named = 'unread' in facts ? facts : { ...facts, method: asked.method }
  const nonce = numbers.nonce === undefined ? undefined : BigInt(numbers.nonce)
  return {
    facts: nonce === undefined ? named : withAuthorization(named, chainId),
    exclusive: { name: `operation:${chainId}:${operation.packed.nonce}` },
    sponsoredWei: operation.mostWei,
    sign: (key) => ({
      signed_operation: {
        ...operation.wire,
        signature: signHash(key, hash),
        ...(nonce !== undefined && { eip7702Auth: authorization(key, { chainId, nonce }) }),
      },
      operation_hash: toHex(hash),
      encoding: 'json',
    }),
  }
}

function callsOf(asked: Asked, at: { chainId: bigint; sender: Hex }): AskedCall[] {
  if (asked.method === 'wallet_sendCalls') return [...asked.params.calls]
  const { to, value, data, from, chain_id: chain, ...others } = asked.params.transaction
  const isOwn = from === undefined || from === at.sender
  if (!isOwn || (chain !== undefined && chain !== at.chainId))
    throw invalid('params.transaction names another wallet or network')
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalid(`params.transaction.${other}: Leave it out with sponsor`)
  if (to === undefined) throw invalid('params.transaction.to is missing: a contract is not made so')
  return [{ to, ...(value !== undefined && { value }), ...(data !== undefined && { data }) }]
}

type AskedCall = Extract<Asked, { method: 'wallet_sendCalls' }>['params']['calls'][number]

function operationOf(
  numbers: FilledTransaction,
  { sender, calls }: { sender: Hex; calls: readonly AccountCall[] },
) {
  const number = (name: keyof FilledTransaction) => {
    const text = numbers[name]
    if (text === undefined) throw invalid(`${name} of the operation is missing`)
    const value = BigInt(text)
    if (value >= 2n ** 256n) throw invalid(`${name} of the operation is out of range`)
    return value
  }
  const { paymaster, paymaster_data: data = '0x' } = numbers
  if (paymaster === undefined || paymasterOf({ paymaster }) === null)
    throw invalid('No paymaster pays for the operation')
  const gas = {
    callGasLimit: number('call_gas_limit'),
    verificationGasLimit: number('verification_gas_limit'),
    preVerificationGas: number('pre_verification_gas'),
    paymasterVerificationGasLimit: number('paymaster_verification_gas_limit'),
    paymasterPostOpGasLimit: number('paymaster_post_op_gas_limit'),
  }
  const fees = {
    maxFeePerGas: number('max_fee_per_gas'),
    maxPriorityFeePerGas: number('max_priority_fee_per_gas'),
  }
  const nonce = number('operation_nonce')
  const callData = accountCallData(calls)
  const paymasterGas = pair(gas.paymasterVerificationGasLimit, gas.paymasterPostOpGasLimit)
  const inHex = Object.fromEntries(
    Object.entries({ nonce, ...gas, ...fees }).map(([name, value]) => [
      name,
      `0x${value.toString(16)}`,
    ]),
  )
  return {
    packed: {
      ...{ sender, nonce, initCode: '0x' as const, callData },
      accountGasLimits: pair(gas.verificationGasLimit, gas.callGasLimit),
      preVerificationGas: gas.preVerificationGas,
      gasFees: pair(fees.maxPriorityFeePerGas, fees.maxFeePerGas),
      paymasterAndData: joined(joined(paymaster, paymasterGas), data),
    },
    wire: { sender, callData, ...inHex, paymaster, paymasterData: data },
    mostWei: Object.values(gas).reduce((sum, each) => sum + each, 0n) * fees.maxFeePerGas,
    paymaster,
  }
}

/** The wallet pays nothing for its gas; what the paymaster may pay is there for policies. */
function withPaymaster(
  facts: Facts | Unread,
  of: { chainId: bigint; sender: string; paymaster: string; mostWei: bigint },
): Facts | Unread {
  if ('unread' in facts) return facts
  return {
    ...facts,
    shared: {
      ...facts.shared,
      ethereum_transaction: {
        max_fee: known(0n),
        cost: costOf(facts.actions, 0n),
        type: known(4n),
        chain_id: known(of.chainId),
      },
      ethereum_user_operation: {
        sender: known(of.sender),
        entry_point: known(accountEntryPoint),
        chain_id: known(of.chainId),
        paymaster: known(of.paymaster.toLowerCase()),
        max_fee: known(of.mostWei),
      },
    },
  }
}

/** In the form in which bundlers take it. */
function authorization(
  key: Uint8Array,
  { chainId, nonce }: { chainId: bigint; nonce: bigint },
): Record<string, string> {
  const signed = { chainId, contract: accountContract as Hex, nonce }
  const { r, s, yParity } = signDigest(key, hashAuthorization(signed))
  const hex = (value: bigint) => `0x${value.toString(16)}`
  return {
    address: accountContract,
    chainId: hex(chainId),
    nonce: hex(nonce),
    ...{ r: toHex(r), s: toHex(s), yParity: hex(BigInt(yParity)) },
  }
}
