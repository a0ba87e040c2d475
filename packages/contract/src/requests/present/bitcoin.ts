import { formatAmount, formatMoment } from '../amounts.js'
import type { BitcoinReading } from '../reading.js'
import type { Caution, Part, Presentation, PresentGiven, Row, Step } from './presentation.js'
import { addressRow, type Coins, coinsOf, ownNetworkRow, recipientRow } from './rows.js'
import { cautionsOf } from './warnings.js'

type Output = BitcoinReading['outputs'][number]

/** Lock times from here on are seconds since 1970, below it heights of blocks (BIP-65). */
const firstTime = 500_000_000

/** A Bitcoin transaction in words: who is paid what, what comes back, the fee, and what is spent. */
export function presentBitcoin(transaction: BitcoinReading, given: PresentGiven): Presentation {
  const { outputs, leavingSats, lockTime } = transaction
  const { words, locale } = given
  const coins = coinsOf({ unit: 'BTC', decimals: 8 }, given)
  const payments = outputs.filter(({ isOwn }) => !isOwn)
  const [only] = payments
  const single = payments.length === 1 && only !== undefined && !only.isData ? only : null
  const change = outputs.filter(({ isOwn }) => isOwn)
  const rows: Row[] = [
    ...(single ? [destination(single, given)] : []),
    // One payment has its change named beside it; of several each output is a step.
    ...(single
      ? change.map(({ amount }) => ({ label: words.change, value: coins.say(amount) }))
      : []),
    { label: words.leaves, value: coins.say(leavingSats), isStrong: true },
    ownNetworkRow('Bitcoin', given),
    ...(lockTime > 0 ? [{ label: words.lockTime, value: momentOf(lockTime, given) }] : []),
  ]
  const steps: Part[] = single
    ? []
    : [{ kind: 'steps', steps: outputs.map((output) => stepOf(output, { given, coins })) }]
  return {
    title: payments.some(({ isData }) => !isData)
      ? words.title.send(coins.unit)
      : words.title.transaction,
    amount: single
      ? {
          value: `−${formatAmount(single.amount, { decimals: 8, locale })}`,
          unit: coins.unit,
          isUnverified: false,
        }
      : null,
    hero: single ? null : 'file',
    parts: [
      ...steps,
      { kind: 'rows', role: 'facts', rows },
      { kind: 'rows', role: 'costs', rows: [feeOf(transaction, { given, coins })] },
      {
        kind: 'details',
        label: words.inputs,
        parts: [{ kind: 'rows', role: 'facts', rows: inputRows(transaction, { given, coins }) }],
      },
    ],
    cautions: bitcoinCautions(transaction, given),
    approve: words.approve,
    isFree: false,
  }
}

interface Spelling {
  given: PresentGiven
  coins: Coins
}

function stepOf(output: Output, { given, coins }: Spelling): Step {
  const { isOwn, isData, amount } = output
  const { step } = given.words
  const title = isOwn ? step.change : !isData ? step.pay : amount > 0n ? step.burn : step.note
  const row: Row = { label: given.words.amount, value: coins.say(amount), isStrong: true }
  return {
    title,
    rows: [...(isData && amount === 0n ? [] : [row]), destination(output, given)],
    isRisky: isData && amount > 0n,
  }
}

function destination({ address, script, isData, isOwn }: Output, { words }: PresentGiven): Row {
  if (isData) return { label: words.data, value: script, form: 'mono' }
  if (address === null) return { label: words.noAddress, value: script, form: 'mono' }
  return isOwn ? addressRow(words.change, address) : recipientRow(words.to, address)
}

function feeOf({ feeSats, feeRate }: BitcoinReading, { given: { words }, coins }: Spelling): Row {
  return { label: words.fee, value: coins.say(feeSats), note: words.feeRate(feeRate.toString()) }
}

function inputRows({ inputs }: BitcoinReading, { given: { words }, coins }: Spelling): Row[] {
  return inputs.map(({ address, script, amount, isOwn }) => ({
    label: isOwn ? words.ownInput : words.foreignInput,
    value: address ?? script,
    form: address === null ? 'mono' : 'address',
    note: coins.say(amount),
  }))
}

function momentOf(lockTime: number, { words, locale }: PresentGiven): string {
  return lockTime >= firstTime
    ? formatMoment(BigInt(lockTime), locale)
    : words.block(String(lockTime))
}

function bitcoinCautions(transaction: BitcoinReading, { words }: PresentGiven): Caution[] {
  const { isFeeHigh, hasForeignInputs, isOwnKnown } = transaction
  return [
    ...cautionsOf(words, isFeeHigh ? ['unusualFee'] : []),
    ...cautionsOf(words, hasForeignInputs ? ['foreignInputs'] : []),
    ...cautionsOf(words, isOwnKnown ? [] : ['unknownOwn']),
  ]
}
