import { networkOf } from '../networks.js'
import type { EthereumReading, OperationReading } from '../reading.js'
import { type UnusualField, unusualFields } from '../unusual-fields.js'
import { type Act, actOf, stepRows } from './action.js'
import { callDetails } from './call-details.js'
import type { Caution, Part, Presentation, PresentGiven, Row } from './presentation.js'
import { addressRow, coinsOfChain, feeRow, networkRow } from './rows.js'
import { cautionsOf } from './warnings.js'

/** An Ethereum transaction in words. */
export function presentEthereum(transaction: EthereumReading, given: PresentGiven): Presentation {
  const { chainId, maxFeeWei, nonce, gasLimit, data, authorizations } = transaction
  const { words } = given
  const coins = coinsOfChain(chainId, given)
  const act = actOf(transaction, { given, chainId, coins })
  const rows: Row[] = [
    ...act.rows,
    ...authorizations.map(({ contract }) => addressRow(words.operator, contract)),
    networkRow(chainId, given),
  ]
  const quantities: Row[] = [
    ...(nonce === null ? [] : [{ label: words.nonce, value: nonce.toString() }]),
    ...(gasLimit === null ? [] : [{ label: words.gasLimit, value: gasLimit.toString() }]),
  ]
  const costs: Row[] = maxFeeWei === null ? [] : [feeRow(maxFeeWei, { words, coins })]
  return {
    title: act.title,
    amount: act.amount,
    hero: heroOf([act]),
    parts: [
      { kind: 'rows', role: 'facts', rows },
      { kind: 'rows', role: 'costs', rows: costs },
      ...detailsOf(quantities, [data], given),
    ],
    cautions: [
      ...cautionsOf(words, authorizations.length > 0 ? ['carriesAuthorization'] : []),
      ...act.cautions,
      ...unusualCautions(unusualOf(transaction, given), given),
      ...placeCautions({ chainId, texts: [data] }, given),
    ],
    approve: words.approve,
    isFree: false,
  }
}

/** What a smart wallet does in one operation, in words: each of its calls, in order. */
export function presentOperation(operation: OperationReading, given: PresentGiven): Presentation {
  const { sender, chainId, calls, maxFeeWei, nonce } = operation
  const { words } = given
  const coins = coinsOfChain(chainId, given)
  const acts = calls.map((call) => actOf(call, { given, chainId, coins, sender }))
  const [only] = acts
  const single = acts.length === 1 && only !== undefined ? only : null
  const steps: Part = {
    kind: 'steps',
    steps: acts.map((act) => ({
      title: act.title,
      rows: stepRows(act, given),
      isRisky: act.cautions.some(({ isStop }) => isStop),
    })),
  }
  const rows: Row[] = [
    ...(single?.rows ?? []),
    addressRow(words.smartWallet, sender),
    networkRow(chainId, given),
  ]
  const cost: Row =
    maxFeeWei === null
      ? { label: words.fee, value: words.paymaster }
      : feeRow(maxFeeWei, { words, coins })
  const numbers = nonce === null ? [] : [{ label: words.nonce, value: nonce.toString() }]
  return {
    title: single?.title ?? words.title.calls(String(acts.length)),
    amount: single?.amount ?? null,
    hero: heroOf(acts),
    parts: [
      ...(single ? [] : [steps]),
      { kind: 'rows', role: 'facts', rows },
      { kind: 'rows', role: 'costs', rows: [cost] },
      ...detailsOf(
        numbers,
        calls.map(({ data }) => data),
        given,
      ),
    ],
    cautions: [
      ...acts.flatMap(({ cautions }) => cautions),
      ...unusualCautions(given.unusual ?? [], given),
      ...placeCautions({ chainId, texts: calls.map(({ data }) => data) }, given),
    ],
    approve: words.approve,
    isFree: false,
  }
}

type Data = EthereumReading['data']

/** Numbers and the calls' data with their arguments; nothing when there is nothing more to say. */
function detailsOf(rows: readonly Row[], texts: readonly Data[], given: PresentGiven): Part[] {
  const calls = texts.flatMap((data) => (data ? callDetails(data, given) : []))
  const parts: Part[] = [
    ...(rows.length > 0 ? [{ kind: 'rows', role: 'facts', rows } as const] : []),
    ...calls,
  ]
  return parts.length > 0 ? [{ kind: 'details', label: given.words.details, parts }] : []
}

/** No picture where an amount is the largest thing. */
function heroOf(acts: readonly Act[]): Presentation['hero'] {
  if (acts.length === 1 && acts[0]?.amount) return null
  return acts.some(({ cautions }) => cautions.some(({ isStop }) => isStop)) ? 'triangle' : 'file'
}

function unusualOf(
  { maxFeeWei, gasLimit, nonce }: EthereumReading,
  { unusual }: PresentGiven,
): readonly UnusualField[] {
  if (unusual) return unusual
  return unusualFields({ maxFeeWei: maxFeeWei ?? 0n, gasLimit: gasLimit ?? 0n, nonce: nonce ?? 0n })
}

const unusualIds = {
  fee: 'unusualFee',
  gas: 'unusualGas',
  nonce: 'unusualNonce',
} as const satisfies Record<UnusualField, string>

/** Warnings of fields that are far from usual. */
export function unusualCautions(
  fields: readonly UnusualField[],
  { words }: PresentGiven,
): Caution[] {
  return cautionsOf(
    words,
    fields.map((field) => unusualIds[field]),
  )
}

function placeCautions(
  { chainId, texts }: { chainId: bigint; texts: readonly Data[] },
  { words }: PresentGiven,
): Caution[] {
  const isLong = texts.some((data) => data !== null && data.omitted > 0)
  return [
    ...cautionsOf(words, isLong ? ['long'] : []),
    ...cautionsOf(words, networkOf(chainId) ? [] : ['unknownNetwork']),
  ]
}
