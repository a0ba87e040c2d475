import { useId, useState } from 'react'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { parseAmount } from '../../parse-amount.js'
import { QuietButton } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import type { Token } from './preview.js'

/** Lets the user approve less than the app asks for. */
export function Limit(props: { token: Token; setLimit: (units: bigint) => void }) {
  const { token, setLimit } = props
  const copy = useRequestCopy()
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  if (text === null) {
    return (
      <div className="centre limit">
        <QuietButton strong onPress={() => setText('')}>
          {copy.send.editLimit}
        </QuietButton>
      </div>
    )
  }
  const isWrong = text !== '' && parseAmount(text, token.decimals) === null
  const change = (next: string) => {
    setText(next)
    const units = parseAmount(next, token.decimals)
    if (units !== null) setLimit(units)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{copy.send.limit}</label>
      <div className={`box${isWrong ? ' wrong' : ''}`}>
        <input
          id={id}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          // biome-ignore lint/a11y/noAutofocus: the press that opened it asked for it
          autoFocus
          onChange={(event) => change(event.target.value)}
        />
        <bdi>{token.symbol}</bdi>
      </div>
      <ProblemLine id={`${id}-problem`} text={isWrong ? copy.send.limitInvalid : null} />
    </div>
  )
}
