import { type ComponentProps, useId } from 'react'
import { Icon, type IconShape } from '../../ui/icons.js'
import { ProblemLine } from '../../ui/parts.js'

/** The one field of a screen about factors: its label is spoken only; `note` stands below it until there is a problem. */
export function FactorField(props: {
  label: string
  icon: IconShape
  problem: string | null
  note?: string
  onType: (text: string) => void
  input: Omit<ComponentProps<'input'>, 'id' | 'onChange'> & { value: string }
}) {
  const { label, icon, problem, note, onType, input } = props
  const id = useId()
  const isDescribed = problem !== null || note !== undefined
  return (
    <div className="field">
      <label className="spoken" htmlFor={id}>
        {label}
      </label>
      <div className={`box${problem ? ' wrong' : ''}`}>
        <Icon name={icon} />
        <input
          {...input}
          id={id}
          dir="ltr"
          data-autofocus=""
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
