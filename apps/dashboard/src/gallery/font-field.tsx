import { useId } from 'react'

const fonts = [
  { value: '', name: 'Page default' },
  { value: "Georgia, 'Times New Roman', serif", name: 'Georgia' },
  { value: "'Helvetica Neue', Arial, sans-serif", name: 'Helvetica' },
  { value: 'Verdana, Geneva, sans-serif', name: 'Verdana' },
  { value: 'ui-monospace, Menlo, Consolas, monospace', name: 'Monospace' },
]

/** Selects the modal's font: the page's, or one of a few that need no download. */
export function FontField(props: { font: string | null; onChange: (font: string | null) => void }) {
  const { font, onChange } = props
  const id = useId()
  const value = font ?? ''
  const isListed = fonts.some((each) => each.value === value)
  return (
    <div className="field">
      <label htmlFor={id}>Font</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        {fonts.map((each) => (
          <option key={each.value} value={each.value}>
            {each.name}
          </option>
        ))}
        {!isListed && <option value={value}>{value}</option>}
      </select>
    </div>
  )
}
