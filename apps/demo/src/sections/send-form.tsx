import { useId, useState } from 'react'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'

/** Recipient, amount and a button; shows the hash of what was sent. */
export function SendForm(props: {
  testId: string
  symbol: string
  example: string
  ready: boolean
  send(recipient: string, amount: string): Promise<string>
}) {
  const { testId, symbol, example, ready, send } = props
  const [recipient, setRecipient] = useState(example)
  const [amount, setAmount] = useState('0.1')
  const [recipientField, amountField] = [useId(), useId()]
  const action = useAction(() => send(recipient.trim(), amount.trim()))
  return (
    <form
      className="well"
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault()
        action.run()
      }}
    >
      <label htmlFor={recipientField}>Recipient</label>
      <input
        id={recipientField}
        className="mono"
        dir="ltr"
        value={recipient}
        spellCheck={false}
        onChange={(event) => setRecipient(event.target.value)}
      />
      <label htmlFor={amountField}>Amount in {symbol}</label>
      <input
        id={amountField}
        inputMode="decimal"
        dir="ltr"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <button type="submit" disabled={action.busy || !ready}>
        Send {symbol}
      </button>
      <Result action={action}>
        {(hash) => (
          <>
            <strong>Sent</strong>
            <span className="mono" data-testid="hash" dir="ltr">
              {hash}
            </span>
          </>
        )}
      </Result>
    </form>
  )
}
