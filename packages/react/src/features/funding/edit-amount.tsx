import { type FormEvent, useId, useState } from 'react'
import type { Price } from '../../config.js'
import type { Funding, FundingWay } from '../../flow/funding-data.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useFundingCopy } from '../../modal/use-funding-copy.js'
import { usePrice, writeMoney } from '../../modal/use-price.js'
import { useTask } from '../../modal/use-task.js'
import { Button, QuietButton } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { type AmountProblem, readTyped, toAsset, toMoney } from './amounts.js'
import { beginOrder, WindowBlocked } from './begin-order.js'
import { providerNames } from './methods.js'
import { factsOf, pricedAsset } from './networks.js'
import { useUnits } from './use-units.js'

type Problem = AmountProblem | 'large' | 'blocked'

/** How much is to arrive; the payment begins with the button. */
export function FundingEditAmount({ data, end }: ScreenProps<'FUNDING_EDIT_AMOUNT_SCREEN'>) {
  const { funding, way } = data
  const { asset } = funding
  const modal = useModal()
  const { client } = modal.kit
  const { funding: copy } = useFundingCopy()
  const price = usePrice(pricedAsset(funding))
  const held = useHeld(funding, way)
  const [amount, setAmount] = useState(funding.amount)
  const [problem, setProblem] = useState<Problem | null>(null)
  const payer = way.kind === 'wallet' ? way.source.name : providerNames[way.kind]
  const begin = useTask(async () => {
    try {
      const order = await beginOrder(client, { funding: { ...funding, amount }, way })
      end('ordered', { order })
    } catch (error) {
      if (!(error instanceof WindowBlocked)) throw error
      refuse('blocked')
    }
  })
  const words = {
    missing: copy.amountMissing,
    fine: copy.amountTooFine(asset.decimals),
    large: copy.amountTooLarge(payer),
    blocked: copy.blocked,
  } satisfies Record<Problem, string>
  const refuse = (found: Problem) => {
    setProblem(found)
    modal.announce(words[found], 'assertive')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readTyped(amount, asset)
    if ('problem' in read) return refuse(read.problem)
    if (held !== null && read.units > held) return refuse('large')
    setProblem(null)
    begin.start()
  }
  const text = problem ? words[problem] : begin.problem && explain(begin.problem, modal)
  return (
    <Screen
      title={copy.amountTitle}
      help={isolateBidi(copy.to(factsOf(client, funding.network).name))}
      foot={way.kind === 'wallet' ? undefined : <p>{copy.payFeeNote(payer)}</p>}
    >
      <form className="stack" onSubmit={submit} noValidate>
        <AmountField
          amount={amount}
          funding={funding}
          price={price}
          problem={text}
          onChange={(typed) => {
            setAmount(typed)
            setProblem(null)
            begin.clear()
          }}
        />
        <Button submit busy={begin.busy}>
          {way.kind === 'wallet' ? copy.payFrom(payer) : copy.payAt(payer)}
        </Button>
        <StillWorking task={begin} />
      </form>
      <div className="centre">
        <QuietButton onPress={() => end('otherWay', { funding: { ...funding, amount } })}>
          {copy.otherWay}
        </QuietButton>
      </div>
    </Screen>
  )
}

/** What the paying wallet holds of the asset; null where it pays in another coin, and where that is not known. */
function useHeld(funding: Funding, way: FundingWay): bigint | null {
  const payer =
    way.kind === 'wallet' && way.source.type === funding.network.type ? way.source : null
  const units = useUnits({ ...funding, address: payer?.address ?? funding.address })
  return payer ? units : null
}

/** The amount in the asset or in money, with the other one below it. */
function AmountField(props: {
  amount: string
  funding: Funding
  price: Price | null
  problem: string | null
  onChange: (amount: string) => void
}) {
  const { amount, funding, price, problem, onChange } = props
  const { asset } = funding
  const { locale } = useModal()
  const { funding: copy } = useFundingCopy()
  const id = useId()
  /** What was typed in money; null while the amount is typed in the asset. */
  const [money, setMoney] = useState<string | null>(null)
  const isMoney = price !== null && money !== null
  const worth = price && toMoney(amount, price)
  const other = isMoney
    ? amount && `${amount} ${asset.symbol}`
    : price && worth && writeMoney(Number(worth), price.currency, locale)
  const unit = isMoney ? price.currency : asset.symbol
  const type = (typed: string) => {
    if (!isMoney) return onChange(typed)
    setMoney(typed)
    onChange(toAsset(typed, price, asset) ?? '')
  }
  return (
    <div className="field">
      {/* The whole frame is the field: the input is as narrow as what was typed. */}
      <label className={`sum${problem ? ' wrong' : ''}`}>
        <span className="spoken">{copy.amountLabel(unit)}</span>
        <input
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          data-autofocus=""
          size={Math.max(1, (isMoney ? money : amount).length)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          value={isMoney ? money : amount}
          onChange={(event) => type(event.target.value)}
        />
        <span className="unit" aria-hidden="true">
          {unit}
        </span>
      </label>
      {other && (
        <p className="worth centre" aria-live="polite">
          {isolateBidi(copy.about(other))}
        </p>
      )}
      <ProblemLine id={`${id}-problem`} text={problem} />
      <Presets
        funding={funding}
        onPick={(picked) => {
          setMoney(null)
          onChange(picked)
        }}
      />
      {price && (
        <div className="centre">
          <QuietButton onPress={() => setMoney(isMoney ? null : (worth ?? ''))}>
            {isMoney ? copy.inAsset(asset.symbol) : copy.inMoney(price.currency)}
          </QuietButton>
        </div>
      )}
    </div>
  )
}

/** The recommended amount, twice and five times as much. */
function Presets({ funding, onPick }: { funding: Funding; onPick: (amount: string) => void }) {
  const { amount, asset } = funding
  const read = readTyped(amount, asset)
  if ('problem' in read) return null
  const picks = [1n, 2n, 5n].map((times) => writePlain(read.units * times, asset.decimals))
  return (
    <div className="picks">
      {picks.map((pick) => (
        <button type="button" className="pick" key={pick} onClick={() => onPick(pick)}>
          <bdi>
            {pick} {asset.symbol}
          </bdi>
        </button>
      ))}
    </div>
  )
}

/** An amount as it is typed. */
function writePlain(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
