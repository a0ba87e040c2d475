import { useId } from 'react'

/** The house radius of the sheet, px. */
const house = 20

/** How round the corners are, by the sheet's. */
export function Corners(props: {
  radius: number | null
  onChange: (radius: number | null) => void
}) {
  const { radius, onChange } = props
  const id = useId()
  const value = radius ?? house
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
          onChange(next === house ? null : next)
        }}
      />
    </div>
  )
}
