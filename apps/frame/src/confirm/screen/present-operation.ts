import { formatAmount, networkOf, type OperationReading } from '@sallyport/contract/requests'
import type { Words } from '../copy/load-copy.js'
import { networkRow } from './network-row.js'
import { inWords } from './present-ethereum.js'
import type { Caution, Part, Presentation, Row } from './presentation.js'

/** What a smart wallet does in one operation, in words: each of its calls, in order. */
export function presentOperation(operation: OperationReading, words: Words): Presentation {
  const { sender, chainId, calls, maxFeeWei, nonce } = operation
  const { copy, locale } = words
  const network = networkOf(chainId)
  const unit = network?.symbol ?? copy.nativeCoin
  const coins = (wei: bigint) => `${formatAmount(wei, { decimals: 18, locale })} ${unit}`
  const spoken = calls.map(({ action, valueWei }) => {
    const call = inWords(action, { copy, value: coins(valueWei) })
    // A call may carry money beside what it says.
    const carried: Row[] =
      action.kind === 'send' || valueWei === 0n
        ? []
        : [{ label: copy.value, value: coins(valueWei), isStrong: true }]
    // A wallet that calls itself changes who controls it.
    const isOwn = 'to' in action && action.kind === 'call' && action.to === sender
    const caution: Caution | null = isOwn
      ? { tone: 'danger', text: copy.warning.ownCall }
      : call.caution
    return { ...call, caution, rows: [...call.rows, ...carried] }
  })
  const [only] = spoken
  const rows: Row[] = [
    { label: copy.smartWallet, value: sender, form: 'address' },
    networkRow(chainId, copy),
    maxFeeWei === null
      ? { label: copy.fee, value: copy.paymaster }
      : { label: copy.fee, value: coins(maxFeeWei), note: copy.feeNote },
  ]
  const steps: Part = {
    kind: 'steps',
    steps: spoken.map(({ title, rows, caution }) => ({
      title,
      rows,
      isRisky: caution?.tone === 'danger',
    })),
  }
  const isDangerous = spoken.some(({ caution }) => caution?.tone === 'danger')
  return {
    title: spoken.length === 1 && only ? only.title : copy.title.calls(String(spoken.length)),
    amount: null,
    hero: isDangerous ? 'triangle' : 'file',
    parts: [steps, { kind: 'rows', rows }, details({ calls, nonce }, words)],
    cautions: cautionsOf(operation, { words, own: spoken.map(({ caution }) => caution) }),
    approve: copy.approve,
    isFree: false,
    isAskedTwice: isDangerous,
  }
}

function details(
  { calls, nonce }: Pick<OperationReading, 'calls' | 'nonce'>,
  { copy }: Words,
): Part {
  const texts = calls.flatMap(({ data }): Part[] =>
    data ? [{ kind: 'text', label: copy.data, text: data.text, isMono: true }] : [],
  )
  const row: Row = { label: copy.nonce, value: nonce.toString() }
  return { kind: 'details', label: copy.details, parts: [{ kind: 'rows', rows: [row] }, ...texts] }
}

/** Each caution once, dangers first. */
function cautionsOf(
  { calls, chainId }: OperationReading,
  { words, own }: { words: Words; own: readonly (Caution | null)[] },
): Caution[] {
  const { warning } = words.copy
  const isLong = calls.some(({ data }) => data !== null && data.omitted > 0)
  const all: Caution[] = [
    ...own.filter((caution) => caution !== null),
    ...(isLong ? [{ tone: 'danger', text: warning.long } as const] : []),
    ...(networkOf(chainId) ? [] : [{ tone: 'warning', text: warning.unknownNetwork } as const]),
  ]
  const once = all.filter(({ text }, at) => all.findIndex((each) => each.text === text) === at)
  return once.sort((one, other) => Number(other.tone === 'danger') - Number(one.tone === 'danger'))
}
