import type { EmbeddedChain } from '@sallyport/contract'
import { shorten } from '@sallyport/contract/requests'
import { useId, useState } from 'react'
import { Copyable } from '../copyable.js'
import { Icon } from '../icon.js'
import { Result } from '../result.js'
import { useAction } from '../use-action.js'

/** A form with recipient and amount; shows what was sent. */
export function SendForm(props: {
  testId: string
  chain: EmbeddedChain
  symbol: string
  example: string
  ready: boolean
  send(recipient: string, amount: string): Promise<string>
}) {
  const { testId, chain, symbol, example, ready, send } = props
  const [recipient, setRecipient] = useState(example)
  const [amount, setAmount] = useState('0.1')
  const [recipientField, amountField] = [useId(), useId()]
  const action = useAction(async () => {
    const sent = { to: recipient.trim(), amount: amount.trim() }
    return { ...sent, hash: await send(sent.to, sent.amount) }
  })
  return (
    <form
      className="well"
      data-testid={testId}
      onSubmit={(event) => {
        event.preventDefault()
        action.run()
      }}
    >
      <span className="title">
        <Icon name={chain} />
        {symbol}
      </span>
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
        {({ hash, to, amount: sent }) => (
          <>
            <strong>
              Sent {sent} {symbol}
            </strong>
            <span className="help">
              to{' '}
              <bdi className="mono" title={to}>
                {shorten(to)}
              </bdi>
            </span>
            <Copyable text={hash} name="the transaction" testId="hash" />
          </>
        )}
      </Result>
    </form>
  )
}
