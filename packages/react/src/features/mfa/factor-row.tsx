import { Icon, type IconShape } from '../../ui/icons.js'

/** A method in a list: icon, name with a hint below, its state at the end. */
export function FactorRow(props: {
  icon: IconShape
  name: string
  hint?: string | undefined
  note?: string | undefined
  disabled?: boolean
  onPress: () => void
}) {
  const { icon, name, hint, note, disabled = false, onPress } = props
  return (
    <button type="button" className="row account-row" disabled={disabled} onClick={onPress}>
      <span className="mark">
        <Icon name={icon} />
      </span>
      <span className="name">
        <span className="titled">
          <bdi>{name}</bdi>
          {note && <span className="pill">{note}</span>}
        </span>
        {hint && <small>{hint}</small>}
      </span>
      <Icon name="chevron-right" size="small" />
    </button>
  )
}
