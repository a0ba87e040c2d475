import type { WalletRpcInput } from '@sallyport/contract/wallet-api'
import { numberToHex, type TransactionSerializable } from 'viem'

type WireTransaction = Extract<
  WalletRpcInput,
  { method: 'eth_signTransaction' }
>['params']['transaction']

const types = { legacy: 0, eip2930: 1, eip1559: 2, eip7702: 4 } as const

/**
 * A transaction of viem as the wire has it.
 *
 * @throws TypeError for one of a type that server wallets do not sign, and for an access list.
 */
export function toWireTransaction(transaction: TransactionSerializable): WireTransaction {
  const { type = 'eip1559', accessList, authorizationList } = transaction
  if (!(type in types)) throw new TypeError(`Transactions of type ${type} are not signed`)
  if (accessList && accessList.length > 0)
    throw new TypeError('Access lists are not signed: leave accessList out')
  const numbers = {
    chain_id: transaction.chainId,
    nonce: transaction.nonce,
    value: transaction.value,
    gas_limit: transaction.gas,
    gas_price: transaction.gasPrice,
    max_fee_per_gas: transaction.maxFeePerGas,
    max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
  }
  const given = Object.entries(numbers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, numberToHex(value)]],
  )
  return {
    ...{ type: types[type as keyof typeof types], ...Object.fromEntries(given) },
    ...(transaction.to && { to: transaction.to }),
    ...(transaction.data && { data: transaction.data }),
    ...(authorizationList && {
      authorization_list: authorizationList.map((each) => ({
        contract: each.address,
        chain_id: each.chainId,
        nonce: each.nonce,
        r: each.r,
        s: each.s,
        y_parity: each.yParity ?? Number(each.v) - 27,
      })),
    }),
  }
}
