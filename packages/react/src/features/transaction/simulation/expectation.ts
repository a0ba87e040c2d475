import type { Draft } from '../preview.js'
import { type Expectation, isSame } from './effects.js'

const nothing: Expectation = { leaves: [], arrives: [], approvals: [], givesControl: false }

/** What an Ethereum transaction says it does, one call or several. */
export function expectEthereum(draft: Draft): Expectation {
  if (!draft.calls) return expectCall(draft)
  const each = draft.calls.map(expectCall)
  return {
    leaves: each.flatMap(({ leaves }) => leaves),
    arrives: each.flatMap(({ arrives }) => arrives),
    approvals: each.flatMap(({ approvals }) => approvals),
    givesControl: false,
  }
}

function expectCall({ action, spent, from: wallet }: Draft): Expectation {
  const coin = { token: null, id: null, units: spent.units }
  const coins = { ...nothing, leaves: [coin] }
  switch (action.kind) {
    case 'send':
      return { ...coins, arrives: [{ ...coin, account: action.to }] }
    case 'send-token': {
      const { token, units, to } = action
      const sent = { token, id: null, units }
      return { ...coins, leaves: [coin, sent], arrives: [{ ...sent, account: to }] }
    }
    case 'move-token': {
      const { token, units, from } = action
      if (!isSame(from, wallet)) return coins
      // The same call of ERC-721 has the item's number in the place of the amount.
      const item = { token, id: units, units: 1n }
      return { ...coins, leaves: [coin, { token, id: null, units }, item] }
    }
    case 'move-item': {
      const { token, id, units, from, to } = action
      const moved = { token, id, units }
      const leaves = isSame(from, wallet) ? [coin, moved] : [coin]
      return { ...coins, leaves, arrives: [{ ...moved, account: to }] }
    }
    case 'approve-token': {
      const { token, units, spender: party } = action
      return { ...coins, approvals: [{ token, party, units, id: null }] }
    }
    case 'approve-all': {
      const { token, operator: party } = action
      return { ...coins, approvals: [{ token, party, units: 'unlimited', id: null }] }
    }
    default:
      // Nothing else is known to leave.
      return coins
  }
}
