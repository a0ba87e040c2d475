import type { Chain } from '@sallyport/core'
import type { Action, Amount, Detail, Draft } from './preview.js'

/** Function selectors of ERC-20. */
const transferSelector = '0xa9059cbb'
const approveSelector = '0x095ea7b3'
/** Wallets and apps ask for "everything" in several spellings; more than any supply counts as unlimited. */
const unlimitedFrom = 2n ** 160n - 1n

/** What an Ethereum transaction says about itself. Quantities may be hex texts, decimal texts, numbers or bigints. */
export function readEthereum(request: {
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

/** A quantity in any of the spellings callers use; null when there is none. */
export function quantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)) return BigInt(value)
  return null
}

/** Call data as `0x` hex; empty is `0x`. */
export function dataOf(transaction: Record<string, unknown>): string {
  return textOf(transaction.data) ?? textOf(transaction.input) ?? '0x'
}

function actionOf(call: { to: string | null; data: string; spent: Amount }): Action {
  const { to, data, spent } = call
  if (to === null) return { kind: 'create', amount: spent }
  if (data === '0x' || data === '') return { kind: 'send', amount: spent, to }
  const selector = data.slice(0, 10).toLowerCase()
  const words = [word(data, 0), word(data, 1)]
  const [party, units] = words
  // Exactly two words: anything longer is another function or hides something, and is shown as a call.
  if (data.length === 138 && party !== undefined && units !== undefined && spent.units === 0n) {
    const account = `0x${party.slice(24)}`
    const value = BigInt(`0x${units}`)
    if (selector === transferSelector) {
      return { kind: 'send-token', token: to, units: value, to: account }
    }
    if (selector === approveSelector) {
      const amount = value >= unlimitedFrom ? 'unlimited' : value
      return { kind: 'approve-token', token: to, units: amount, spender: account }
    }
  }
  return { kind: 'call', to, amount: spent, selector }
}

function word(data: string, index: number): string | undefined {
  const text = data.slice(10 + index * 64, 10 + (index + 1) * 64)
  return /^[0-9a-f]{64}$/i.test(text) ? text : undefined
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
