/** A switch with a label and a line of help. */
export function Switch(props: {
  label: string
  help?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) {
  const { label, help, checked, disabled = false, onChange } = props
  return (
    <label className="switch">
      <span className="switch-words">
        <span className="switch-label">{label}</span>
        {help && <small>{help}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
