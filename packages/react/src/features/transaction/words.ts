import { formatAmount } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { type Amount, type Draft, hasSteps, type Quote } from './preview.js'

/** An account that a request names. */
export interface Party {
  label: string
  address: string
}

/** A draft in words: what its screen says. */
export interface Words {
  title: string
  /** The big figure; null when no amount is named. */
  amount: { figure: string; unit: string } | null
  /** Who receives, may spend or is called: shown in full. */
  parties: readonly Party[]
}

/** The action of a draft in the reader's language. Token amounts are base units unless the contract says how many places. */
export function wordsOf(
  draft: Draft,
  given: { token: Quote['token']; copy: RequestCopy; locale: string },
): Words {
  const { token, locale } = given
  const copy = given.copy.send
  const { action, spent } = draft
  const symbol = token?.symbol ?? copy.token
  const figure = (units: bigint, decimals: number) => formatAmount(units, { decimals, locale })
  // What leaves carries a minus sign; a permission moves nothing yet.
  const out = (units: bigint, decimals: number) =>
    units === 0n ? figure(units, decimals) : `−${figure(units, decimals)}`
  const native = { figure: out(spent.units, spent.decimals), unit: spent.symbol }
  const ofToken = (text: string) => ({ figure: text, unit: symbol })
  const coins = spent.units === 0n ? null : native
  switch (action.kind) {
    case 'send':
      return {
        title: copy.sendTitle(spent.symbol),
        amount: native,
        parties: [{ label: copy.to, address: action.to }],
      }
    case 'send-token':
      return {
        title: copy.sendTitle(symbol),
        amount: ofToken(out(action.units, token?.decimals ?? 0)),
        parties: [{ label: copy.to, address: action.to }],
      }
    case 'move-token':
      return {
        title: copy.moveTitle,
        amount: ofToken(figure(action.units, token?.decimals ?? 0)),
        parties: [
          { label: copy.from, address: action.from },
          { label: copy.to, address: action.to },
        ],
      }
    case 'move-item': {
      const item = copy.item(action.id.toString())
      const count = action.units === 1n ? '' : ` × ${figure(action.units, 0)}`
      return {
        title: copy.moveItemTitle,
        amount: { figure: `${item}${count}`, unit: '' },
        parties: [
          { label: copy.from, address: action.from },
          { label: copy.to, address: action.to },
        ],
      }
    }
    case 'approve-token': {
      const { units } = action
      const limit =
        units === 'unlimited' ? given.copy.sign.unlimited : figure(units, token?.decimals ?? 0)
      return {
        title: copy.approveTitle(symbol),
        amount: ofToken(limit),
        parties: [{ label: copy.spender, address: action.spender }],
      }
    }
    case 'approve-all':
      return {
        title: copy.approveAllTitle,
        amount: coins,
        parties: [{ label: copy.operator, address: action.operator }],
      }
    case 'control':
      return {
        title: copy.controlTitle[action.control],
        amount: coins,
        parties: [
          { label: copy.controlParty, address: action.party },
          { label: copy.contract, address: action.contract },
        ],
      }
    case 'call':
      return {
        title: copy.callTitle,
        amount: coins,
        parties: [{ label: copy.contract, address: action.to }],
      }
    case 'create':
      return { title: copy.createTitle, amount: coins, parties: [] }
    case 'batch':
      return { title: copy.batchTitle(draft.calls?.length ?? 0), amount: coins, parties: [] }
    case 'payments':
      return { title: copy.sendTitle(spent.symbol), amount: native, parties: [] }
    case 'programs':
      return {
        title: copy.programTitle,
        amount: coins,
        parties: (hasSteps(action) ? [] : action.programs.slice(0, 1)).map((address) => ({
          label: copy.program,
          address,
        })),
      }
  }
}

/** An amount with its unit in one line. */
export function inLine(amount: Amount, locale: string, places = 6): string {
  return `${formatAmount(amount.units, { decimals: amount.decimals, locale, places })} ${amount.symbol}`
}
