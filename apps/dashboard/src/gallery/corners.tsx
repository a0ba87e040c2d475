import { useId } from 'react'

/** The default radius of the sheet, px. */
const defaultRadius = 20

/** Sets the corner radius of the sheet; the other radii follow from it. */
export function Corners(props: {
  radius: number | null
  onChange: (radius: number | null) => void
}) {
  const { radius, onChange } = props
  const id = useId()
  const value = radius ?? defaultRadius
  return (
    <div className="field">
      <label htmlFor={id}>
        Corners <span aria-hidden="true">{value} px</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={32}
        aria-valuetext={`${value} px`}
        value={value}
        onChange={({ target }) => {
          const next = Number(target.value)
          onChange(next === defaultRadius ? null : next)
        }}
      />
    </div>
  )
}
