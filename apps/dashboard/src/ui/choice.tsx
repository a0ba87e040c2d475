import { useId } from 'react'

/** A group of radio buttons for one of a few values. */
export function Choice<T extends string>(props: {
  label: string
  value: T
  options: readonly { value: T; name: string }[]
  onChange: (value: T) => void
}) {
  const { label, value, options, onChange } = props
  const group = useId()
  return (
    <fieldset className="choice">
      <legend className="hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
