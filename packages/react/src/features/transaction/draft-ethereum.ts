import { readCall } from '@sallyport/contract/requests'
import type { Chain } from '@sallyport/core'
import type { Action, Amount, Detail, Draft } from './preview.js'

/** What an Ethereum transaction says about itself. Quantities may be hex texts, decimal texts, numbers or bigints. */
export function draftEthereum(request: {
  address: string
  chain: Chain
  transaction: Record<string, unknown>
}): Draft {
  const { address, chain, transaction } = request
  const { decimals, symbol } = chain.nativeCurrency
  const spent: Amount = { units: quantity(transaction.value) ?? 0n, decimals, symbol }
  const data = dataOf(transaction)
  return {
    action: actionOf({ to: textOf(transaction.to), data, spent }),
    spent,
    network: chain.name,
    from: address,
    details: detailsOf(transaction, data),
  }
}

/** Reads a quantity in any of the spellings callers use; null when there is none. */
export function quantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)) return BigInt(value)
  return null
}

/** Call data as `0x` hex; empty is `0x`. */
function dataOf(transaction: Record<string, unknown>): string {
  return textOf(transaction.data) ?? textOf(transaction.input) ?? '0x'
}

function actionOf(call: { to: string | null; data: string; spent: Amount }): Action {
  const { spent: amount, to, data } = call
  // The page has no keccak for checksums: addresses are shown as the app wrote them.
  const action = readCall({ checksum: (address) => address }, { to, data })
  switch (action.kind) {
    case 'create':
    case 'send':
    case 'call':
      return { ...action, amount }
    case 'send-token':
    case 'approve-token':
      // A call that also pays is more than these say.
      if (amount.units === 0n) return action
  }
  return { kind: 'call', to: action.token, amount, selector: data.slice(0, 10).toLowerCase() }
}

function detailsOf(transaction: Record<string, unknown>, data: string): Detail[] {
  const details: Detail[] = []
  if (data !== '0x') {
    details.push({ label: 'function', value: data.slice(0, 10) }, { label: 'data', value: data })
  }
  const nonce = quantity(transaction.nonce)
  if (nonce !== null) details.push({ label: 'nonce', value: nonce.toString() })
  const gas = quantity(transaction.gas ?? transaction.gasLimit)
  if (gas !== null) details.push({ label: 'gasLimit', value: gas.toString() })
  return details
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
