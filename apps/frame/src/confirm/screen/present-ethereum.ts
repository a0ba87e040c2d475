import {
  type EthereumAction,
  type EthereumReading,
  formatAmount,
  type Network,
  networkOf,
  unusualFields,
} from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { networkRow } from './network-row.js'
import type { Caution, Part, Presentation, Row } from './presentation.js'

/** An Ethereum transaction in words. Token amounts are base units: how many places a token has, only its chain knows. */
export function presentEthereum(transaction: EthereumReading, words: Words): Presentation {
  const { action, valueWei, maxFeeWei, chainId } = transaction
  const { copy, locale } = words
  const network = networkOf(chainId)
  const unit = network?.symbol ?? copy.nativeCoin
  const coins = (wei: bigint) => formatAmount(wei, { decimals: 18, locale })
  const spoken = inWords(action, { copy, value: `${coins(valueWei)} ${unit}` })
  const isSend = action.kind === 'send'
  const cautions = cautionsOf(transaction, { copy, network, own: spoken.caution })
  const rows: Row[] = [
    ...spoken.rows,
    // A call may carry money beside what it says.
    ...(isSend || valueWei === 0n
      ? []
      : [{ label: copy.value, value: `${coins(valueWei)} ${unit}`, isStrong: true }]),
    ...transaction.authorizations.map(
      ({ contract }): Row => ({ label: copy.operator, value: contract, form: 'address' }),
    ),
    networkRow(chainId, copy),
    { label: copy.fee, value: `${coins(maxFeeWei)} ${unit}`, note: copy.feeNote },
  ]
  return {
    title: spoken.title,
    amount: isSend ? { value: `−${coins(valueWei)}`, unit } : null,
    hero: isSend ? null : spoken.caution?.tone === 'danger' ? 'triangle' : 'file',
    parts: [{ kind: 'rows', rows }, details(transaction, copy)],
    cautions,
    approve: copy.approve,
    isFree: false,
    isAskedTwice:
      spoken.caution?.tone === 'danger' ||
      unusualFields(transaction).length > 0 ||
      transaction.authorizations.length > 0,
  }
}

interface Spoken {
  title: string
  rows: Row[]
  caution: Caution | null
}

/** An action in words: its title, who and how much, and what to mind. */
export function inWords(
  action: EthereumAction,
  { copy, value }: { copy: Copy; value: string },
): Spoken {
  const address = (label: string, text: string): Row => ({ label, value: text, form: 'address' })
  const units = (count: bigint): Row => ({
    label: copy.amount,
    value: copy.units(count.toString()),
    isStrong: true,
  })
  const { title, warning } = copy
  switch (action.kind) {
    case 'send':
      return { title: title.send(value), rows: [address(copy.to, action.to)], caution: null }
    case 'send-token':
      return {
        title: title.sendToken,
        rows: [units(action.units), address(copy.to, action.to), address(copy.token, action.token)],
        caution: null,
      }
    case 'move-token':
      return {
        title: title.moveToken,
        rows: [
          units(action.units),
          address(copy.from, action.from),
          address(copy.to, action.to),
          address(copy.token, action.token),
        ],
        caution: null,
      }
    case 'move-item':
      return {
        title: title.moveItem,
        rows: [
          { label: copy.amount, value: copy.item(action.id.toString()), isStrong: true },
          ...(action.units === 1n ? [] : [units(action.units)]),
          address(copy.from, action.from),
          address(copy.to, action.to),
          address(copy.token, action.token),
        ],
        caution: null,
      }
    case 'approve-token': {
      const isUnlimited = action.units === 'unlimited'
      return {
        title: title.approveToken,
        rows: [
          action.units === 'unlimited'
            ? { label: copy.amount, value: copy.unlimited, isStrong: true }
            : units(action.units),
          address(copy.spender, action.spender),
          address(copy.token, action.token),
        ],
        caution: isUnlimited
          ? { tone: 'danger', text: warning.unlimited }
          : { tone: 'warning', text: warning.approveToken },
      }
    }
    case 'approve-all':
      return {
        title: title.approveAll,
        rows: [address(copy.operator, action.operator), address(copy.token, action.token)],
        caution: { tone: 'danger', text: warning.approveAll },
      }
    case 'control':
      return {
        title: title.control[action.control],
        rows: [address(copy.operator, action.party), address(copy.contract, action.contract)],
        caution: { tone: 'danger', text: warning.control },
      }
    case 'call':
      return {
        title: title.call,
        rows: [
          address(copy.contract, action.to),
          { label: copy.function, value: action.selector, form: 'mono' },
        ],
        caution: { tone: 'warning', text: warning.call },
      }
    case 'create':
      return { title: title.create, rows: [], caution: { tone: 'warning', text: warning.call } }
  }
}

function details({ nonce, gasLimit, data }: EthereumReading, copy: Copy): Part {
  const rows: Row[] = [
    { label: copy.nonce, value: nonce.toString() },
    { label: copy.gasLimit, value: gasLimit.toString() },
  ]
  const parts: Part[] = [{ kind: 'rows', rows }]
  if (data) parts.push({ kind: 'text', label: copy.data, text: data.text, isMono: true })
  return { kind: 'details', label: copy.details, parts }
}

function cautionsOf(
  transaction: EthereumReading,
  { copy, network, own }: { copy: Copy; network: Network | null; own: Caution | null },
): Caution[] {
  const { data, authorizations } = transaction
  const unusual = unusualFields(transaction)
  const carried = { tone: 'danger', text: copy.warning.carriesAuthorization } as const
  return [
    ...(authorizations.length > 0 ? [carried] : []),
    ...(own ? [own] : []),
    ...unusual.map((field) => ({ tone: 'danger', text: copy.warning.unusual[field] }) as const),
    ...(data && data.omitted > 0 ? [{ tone: 'danger', text: copy.warning.long } as const] : []),
    ...(network ? [] : [{ tone: 'warning', text: copy.warning.unknownNetwork } as const]),
  ]
}
