import { type ReactNode, useId } from 'react'

/** A labelled input: one line, or a text area with `lines`. */
export function Field(props: {
  label: string
  help?: ReactNode
  value: string
  placeholder?: string
  type?: string
  lines?: number
  onChange: (value: string) => void
}) {
  const { label, help, value, placeholder, type = 'text', lines, onChange } = props
  const id = useId()
  const shared = {
    id,
    value,
    placeholder,
    spellCheck: false,
    // Browsers ignore `off` on passwords, and would offer the user's own.
    autoComplete: type === 'password' ? 'new-password' : 'off',
    'aria-describedby': help ? `${id}-help` : undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? <textarea rows={lines} {...shared} /> : <input type={type} {...shared} />}
      {help && <small id={`${id}-help`}>{help}</small>}
    </div>
  )
}
