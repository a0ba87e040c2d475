import { type Hex, numberToHex, parseTransaction, type TransactionSerialized } from 'viem'
import type { WalletTransactionRow } from '../../db/wallet-transactions.js'

/** A transaction that was signed, in the form in which the wallet API takes one (wire reference §30, §36). */
export function transactionRequest({
  signed,
  sender,
}: Pick<WalletTransactionRow, 'signed' | 'sender'>): Record<string, unknown> {
  const read = parseTransaction(signed as TransactionSerialized) // The signer's, and not null by then.
  const { to, nonce = 0, chainId, data, value = 0n, gas = 0n, type } = read
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = read
  const types: Readonly<Record<string, number>> = { legacy: 0, eip2930: 1, eip1559: 2, eip7702: 4 }
  const hex = (number: bigint | number): Hex => numberToHex(number)
  return {
    from: sender,
    ...(to != null && { to }),
    ...(chainId !== undefined && { chain_id: chainId }),
    ...(type !== undefined && { type: types[type] }),
    ...(data !== undefined && { data }),
    ...{ nonce: hex(nonce), value: hex(value), gas_limit: hex(gas) },
    ...(gasPrice !== undefined && { gas_price: hex(gasPrice) }),
    ...(maxFeePerGas !== undefined && { max_fee_per_gas: hex(maxFeePerGas) }),
    ...(maxPriorityFeePerGas !== undefined && {
      max_priority_fee_per_gas: hex(maxPriorityFeePerGas),
    }),
  }
}

/** The fees of a transaction that was signed, in decimal text. */
export function feesOf({ signed }: Pick<WalletTransactionRow, 'signed'>): Record<string, string> {
  const read = parseTransaction(signed as TransactionSerialized) // The signer's, and not null by then.
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = read
  if (gasPrice !== undefined) return { gas_price: gasPrice.toString() }
  return {
    max_fee_per_gas: maxFeePerGas.toString(),
    max_priority_fee_per_gas: maxPriorityFeePerGas.toString(),
  }
}
