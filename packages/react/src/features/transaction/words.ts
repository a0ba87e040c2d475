import { formatAmount } from '@sallyport/contract/requests'
import type { Copy } from '../../copy/en.js'
import type { Amount, Draft, Quote } from './preview.js'

/** A draft in words: what its screen says. */
export interface Words {
  title: string
  /** The big figure; null when no money is named. */
  amount: { figure: string; unit: string } | null
  party: { label: string; address: string } | null
}

/** The action of a draft in the reader's language. Money in tokens is named only when the contract says how. */
export function wordsOf(
  draft: Draft,
  given: { token: Quote['token']; copy: Copy; locale: string },
): Words {
  const { token, locale } = given
  const copy = given.copy.send
  const { action } = draft
  const symbol = token?.symbol ?? copy.token
  const figure = (units: bigint, decimals: number) =>
    formatAmount(units, { decimals, locale }).replace('-', '−')
  // What leaves carries a minus; a permission moves nothing yet.
  const out = (units: bigint, decimals: number) => figure(units === 0n ? 0n : -units, decimals)
  const native = (amount: Amount) =>
    amount.units === 0n ? null : { figure: out(amount.units, amount.decimals), unit: amount.symbol }
  switch (action.kind) {
    case 'send':
      return {
        title: copy.sendTitle(action.amount.symbol),
        amount: {
          figure: out(action.amount.units, action.amount.decimals),
          unit: action.amount.symbol,
        },
        party: { label: copy.to, address: action.to },
      }
    case 'send-token':
      return {
        title: copy.sendTitle(symbol),
        amount: { figure: out(action.units, token?.decimals ?? 0), unit: symbol },
        party: { label: copy.to, address: action.to },
      }
    case 'approve-token':
      return {
        title: copy.approveTitle(symbol),
        amount:
          action.units === 'unlimited'
            ? { figure: given.copy.sign.unlimited, unit: symbol }
            : { figure: figure(action.units, token?.decimals ?? 0), unit: symbol },
        party: { label: copy.spender, address: action.spender },
      }
    case 'call':
      return {
        title: copy.callTitle,
        amount: native(action.amount),
        party: { label: copy.contract, address: action.to },
      }
    case 'create':
      return { title: copy.createTitle, amount: native(action.amount), party: null }
    case 'programs': {
      const [program] = action.programs
      return {
        title: copy.programTitle,
        amount: native(action.amount),
        party: program === undefined ? null : { label: copy.program, address: program },
      }
    }
  }
}

/** An amount with its unit in one line. */
export function inLine(amount: Amount, locale: string, places = 6): string {
  return `${formatAmount(amount.units, { decimals: amount.decimals, locale, places })} ${amount.symbol}`
}
