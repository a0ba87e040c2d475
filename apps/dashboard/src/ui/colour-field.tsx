import type { ReactNode } from 'react'
import { Field } from './field.js'

/** A text field for a colour (`#rrggbb`) with a picker. The picker shows `shown` while the text is not a colour. */
export function ColourField(props: {
  label: string
  value: string
  shown?: string
  help?: ReactNode
  onChange: (value: string) => void
}) {
  const { label, value, shown = '#2f5d50', help, onChange } = props
  const picked = /^#[0-9a-f]{6}$/i.test(value) ? value : shown
  return (
    <div className="colour">
      <Field label={label} value={value} placeholder={shown} help={help} onChange={onChange} />
      <input
        type="color"
        aria-label={`${label}, picker`}
        value={picked}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
