import { Icon, type IconShape } from '../../ui/icons.js'

/** A row that leads to a screen: icon, name with a note below, a value at the end. */
export function AccountRow(props: {
  icon: IconShape
  name: string
  note?: string | undefined
  /** Lines at the end. */
  values?: readonly string[]
  open: () => void
}) {
  const { icon, name, note, values = [], open } = props
  return (
    <button type="button" className="row account-row" onClick={open}>
      <span className="mark">
        <Icon name={icon} />
      </span>
      <span className="name">
        <bdi>{name}</bdi>
        {note && <small>{note}</small>}
      </span>
      {values.length > 0 && (
        <span className="value">
          {values.map((value) => (
            <bdi key={value}>{value}</bdi>
          ))}
        </span>
      )}
      <Icon name="chevron-right" size="small" />
    </button>
  )
}
