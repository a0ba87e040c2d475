import { colourIn } from '@sallyport/gallery'
import { useState } from 'react'
import { ColourField } from '../ui/colour-field.js'

/** A colour field that applies each valid colour at once. An empty field is null: the look's default. */
export function LiveColour(props: {
  label: string
  value: string
  shown?: string
  onColour: (colour: `#${string}` | null) => void
}) {
  const { label, value, shown, onColour } = props
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null)
  // The typed text is shown until the look's colour changes from elsewhere.
  const text = draft?.of === value ? draft.text : value
  const write = (next: string) => {
    const colour = colourIn(next.trim())
    setDraft({ text: next, of: colour ?? (next === '' ? '' : value) })
    if (colour !== null || next === '') onColour(colour)
  }
  return <ColourField label={label} value={text} {...(shown && { shown })} onChange={write} />
}
