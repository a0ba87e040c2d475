import { Icon, type IconShape } from './icons.js'

/** A choice in a list: icon, name, and a small note at the end. */
export function Row(props: {
  icon: IconShape
  name: string
  /** What it is called where its name is short for it. */
  label?: string
  note?: string | undefined
  /** A second line, in the direction of its own letters. */
  detail?: string | null
  onPress: () => void
  busy?: boolean
  disabled?: boolean
  /** Id of its error message. */
  describedBy?: string | undefined
}) {
  const { icon, name, note, detail, onPress, busy = false, disabled = false } = props
  return (
    <button
      type="button"
      className="row"
      disabled={disabled}
      aria-label={props.label}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      onClick={() => busy || onPress()}
    >
      <span className="mark">
        <Icon name={icon} />
      </span>
      <span className="name">
        {name}
        {detail && <bdi className="detail">{detail}</bdi>}
      </span>
      {note && <span className="note">{note}</span>}
      {busy && <span className="spin" />}
    </button>
  )
}
