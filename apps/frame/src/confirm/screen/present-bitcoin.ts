import { type BitcoinReading, formatAmount, formatMoment } from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import type { Caution, Part, Presentation, Row } from './presentation.js'

type Output = BitcoinReading['outputs'][number]

/** Lock times from here on are seconds since 1970, below it heights of blocks (BIP-65). */
const firstTime = 500_000_000

/** A Bitcoin transaction in words: who is paid what, what comes back, the fee, and what is spent. */
export function presentBitcoin(transaction: BitcoinReading, words: Words): Presentation {
  const { outputs, leavingSats, lockTime } = transaction
  const { copy, locale } = words
  const btc = (sats: bigint) => formatAmount(sats, { decimals: 8, locale })
  const payments = outputs.filter(({ isOwn }) => !isOwn)
  const [only] = payments
  const isSend = payments.length === 1 && only !== undefined && !only.isData
  const steps = outputs.map((output) => ({
    title: titleOf(output, { copy, btc }),
    rows: [destination(output, copy)],
    isRisky: output.isData && output.amount > 0n,
  }))
  const rows: Row[] = [
    { label: copy.leaves, value: `${btc(leavingSats)} BTC`, isStrong: true },
    ...feeRows(transaction, { copy, btc }),
    { label: copy.network, value: 'Bitcoin' },
    ...(lockTime > 0 ? [{ label: copy.lockTime, value: momentOf(lockTime, words) }] : []),
  ]
  const inputs: Part = { kind: 'rows', rows: inputRows(transaction, { copy, btc }) }
  return {
    title: isSend ? copy.title.send(`${btc(only.amount)} BTC`) : copy.title.transaction,
    amount: isSend ? { value: `−${btc(only.amount)}`, unit: 'BTC' } : null,
    hero: isSend ? null : 'file',
    parts: [
      { kind: 'steps', steps },
      { kind: 'rows', rows },
      { kind: 'details', label: copy.inputs, parts: [inputs] },
    ],
    cautions: cautionsOf(transaction, copy),
    approve: copy.approve,
    isFree: false,
    isAskedTwice: transaction.isFeeHigh,
  }
}

interface Spelling {
  copy: Copy
  btc: (sats: bigint) => string
}

function titleOf({ isOwn, isData, amount }: Output, { copy, btc }: Spelling): string {
  if (isOwn) return copy.step.change(btc(amount))
  if (!isData) return copy.step.pay(btc(amount))
  return amount > 0n ? copy.step.burn(btc(amount)) : copy.step.note
}

function destination({ address, script, isData, isOwn }: Output, copy: Copy): Row {
  if (isData) return { label: copy.data, value: script, form: 'mono' }
  if (address === null) return { label: copy.noAddress, value: script, form: 'mono' }
  return { label: isOwn ? copy.change : copy.to, value: address, form: 'address' }
}

function feeRows({ feeSats, feeRate }: BitcoinReading, { copy, btc }: Spelling): Row[] {
  const note = copy.feeRate(feeRate.toString())
  return [{ label: copy.fee, value: `${btc(feeSats)} BTC`, note }]
}

function inputRows({ inputs }: BitcoinReading, { copy, btc }: Spelling): Row[] {
  return inputs.map(({ address, script, amount, isOwn }) => ({
    label: isOwn ? copy.ownInput : copy.foreignInput,
    value: address ?? script,
    form: address === null ? 'mono' : 'address',
    note: `${btc(amount)} BTC`,
  }))
}

function momentOf(lockTime: number, { copy, locale }: Words): string {
  return lockTime >= firstTime
    ? formatMoment(BigInt(lockTime), locale)
    : copy.block(String(lockTime))
}

function cautionsOf(transaction: BitcoinReading, { warning }: Copy): Caution[] {
  const { isFeeHigh, hasForeignInputs, isOwnKnown } = transaction
  const cautions: Caution[] = []
  if (isFeeHigh) cautions.push({ tone: 'danger', text: warning.highFee })
  if (hasForeignInputs) cautions.push({ tone: 'warning', text: warning.foreignInputs })
  if (!isOwnKnown) cautions.push({ tone: 'warning', text: warning.unknownOwn })
  return cautions
}
