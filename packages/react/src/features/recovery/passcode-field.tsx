import { useId } from 'react'
import { Icon } from '../../ui/icons.js'
import { ProblemLine } from '../../ui/parts.js'

/** A field for a passcode, which password managers fill and save; `note` stands below it until there is a problem. */
export function PasscodeField(props: {
  label: string
  use: 'current' | 'new'
  value: string
  isShown: boolean
  problem?: string | null
  note?: string
  takesFocus?: boolean
  onType: (text: string) => void
}) {
  const { label, use, value, isShown, problem = null, note, takesFocus, onType } = props
  const id = useId()
  const isDescribed = problem !== null || note !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`box${problem ? ' wrong' : ''}`}>
        <Icon name="lock" />
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          name={`${use}-passcode`}
          autoComplete={`${use}-password`}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={256}
          value={value}
          data-autofocus={takesFocus ? '' : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={isDescribed ? `${id}-note` : undefined}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      <ProblemLine id={`${id}-note`} text={problem} />
      {problem === null && note !== undefined && (
        <p className="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
