import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { WalletNetwork } from '../../chain/wallet-networks.js'
import type { AccountCopy } from '../../copy/en-account.js'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useAccountCopy } from '../../modal/use-account-copy.js'
import { useBalance } from '../../modal/use-balance.js'
import { usePrice, worthOf } from '../../modal/use-price.js'
import { parseAmount } from '../../parse-amount.js'
import { Button } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { readSend, type SendProblem } from './read-send.js'
import { writeAmount } from './write-amount.js'

/** Recipient and amount of a transfer; what it costs is asked for on the request's own screen. */
export function AccountSend({ data, end }: ScreenProps<'ACCOUNT_SEND_SCREEN'>) {
  const { wallet, again } = data
  const { announce } = useModal()
  const { account } = useAccountCopy()
  const id = useId()
  const balance = useBalance(wallet)
  const [to, setTo] = useState(again?.to ?? '')
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isReading, setIsReading] = useState(false)
  const { network, units } = balance
  const worth = useWorth(network, amount)
  const declined = useRef(again?.units ?? null)
  useEffect(() => {
    if (network === null || declined.current === null) return
    setAmount(writeAmount(declined.current, network.decimals))
    declined.current = null
  }, [network])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (network === null || isReading) return
    setIsReading(true)
    const read = await readSend({ to, amount }, { network, units })
    setIsReading(false)
    if (read.found)
      return end('sends', {
        wallet,
        to: read.to,
        units: read.units,
        amount: `${amount} ${network.symbol}`,
      })
    setProblem(read.problem)
    announce(account.sendProblems[read.problem.reason], 'assertive')
  }
  /** Everything, less what the network's fee may be: the request's own screen says whether it is enough. */
  const maxAction = () => {
    if (network === null || units === null || units === 0n) return undefined
    const most = units - (network.feeReserve ?? 0n)
    if (most <= 0n) return undefined
    const press = () => setAmount(writeAmount(most, network.decimals))
    return { text: account.max, label: account.maxLabel, press }
  }
  const textOf = (field: SendProblem['field']) =>
    problem?.field === field ? account.sendProblems[problem.reason] : null
  return (
    <Screen title={account.sendTitle} help={balance.text && account.available(balance.text)}>
      <form className="stack" onSubmit={submit} noValidate>
        <Field
          id={`${id}-to`}
          label={account.to}
          value={to}
          problem={textOf('to')}
          onChange={setTo}
          mono
          action={pasteAction(account, setTo)}
        />
        <Field
          id={`${id}-amount`}
          label={account.amount(network?.symbol ?? '')}
          value={amount}
          problem={textOf('amount')}
          onChange={setAmount}
          decimal
          action={maxAction()}
        />
        {worth && (
          <p className="worth">
            <bdi>≈ {worth}</bdi>
          </p>
        )}
        <Button submit disabled={network === null} busy={isReading}>
          {account.review}
        </Button>
      </form>
    </Screen>
  )
}

/** About how much a typed amount is worth; null while it is not known. */
function useWorth(network: WalletNetwork | null, amount: string): string | null {
  const { locale } = useModal()
  const price = usePrice(network && { network: network.id, token: null, symbol: network.symbol })
  const units = network && parseAmount(amount, network.decimals)
  if (network === null || price === null || units === null || units === 0n) return null
  return worthOf(price, { units, decimals: network.decimals, locale })
}

interface FieldAction {
  text: string
  label: string
  press: () => void
}

/** Takes the address from the clipboard, where the browser lets pages read it. */
function pasteAction(
  account: AccountCopy['account'],
  take: (text: string) => void,
): FieldAction | undefined {
  if (!navigator.clipboard?.readText) return undefined
  const press = () =>
    void navigator.clipboard.readText().then(
      (text) => take(text.trim()),
      // The user can paste by the keyboard.
      () => undefined,
    )
  return { text: account.paste, label: account.pasteLabel, press }
}

function Field(props: {
  id: string
  label: string
  value: string
  problem: string | null
  onChange: (text: string) => void
  mono?: boolean
  decimal?: boolean
  /** A small button at the end of the field. */
  action?: FieldAction | undefined
}) {
  const { id, label, value, problem, onChange, mono = false, decimal = false, action } = props
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={`box${problem ? ' wrong' : ''}`}>
        <input
          id={id}
          dir="ltr"
          className={mono ? 'mono' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={decimal ? 'decimal' : undefined}
          data-autofocus={mono ? '' : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {action && (
          <button type="button" className="quiet" aria-label={action.label} onClick={action.press}>
            {action.text}
          </button>
        )}
      </div>
      <ProblemLine id={`${id}-problem`} text={problem} />
    </div>
  )
}
