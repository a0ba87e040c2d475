import { Icon, type IconShape } from '../../ui/icons.js'

/** A row that leads to a screen: icon, name with a note below, a value at the end. */
export function AccountRow(props: {
  icon: IconShape
  name: string
  note?: string | undefined
  value?: string | undefined
  open: () => void
}) {
  const { icon, name, note, value, open } = props
  return (
    <button type="button" className="row account-row" onClick={open}>
      <span className="mark">
        <Icon name={icon} />
      </span>
      <span className="name">
        <bdi>{name}</bdi>
        {note && <small>{note}</small>}
      </span>
      {value && <bdi className="value">{value}</bdi>}
      <Icon name="chevron-right" size="small" />
    </button>
  )
}
