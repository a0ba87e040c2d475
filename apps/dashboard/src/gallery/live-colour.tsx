import { colourIn } from '@sallyport/gallery'
import { useState } from 'react'
import { ColourField } from '../ui/colour-field.js'

/** A colour that counts as soon as it is one; an empty field is null: the look's own. */
export function LiveColour(props: {
  label: string
  value: string
  shown?: string
  onColour: (colour: `#${string}` | null) => void
}) {
  const { label, value, shown, onColour } = props
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null)
  // What is typed stands until the look has another colour than the one it was typed over.
  const text = draft?.of === value ? draft.text : value
  const write = (next: string) => {
    const colour = colourIn(next.trim())
    setDraft({ text: next, of: colour ?? (next === '' ? '' : value) })
    if (colour !== null || next === '') onColour(colour)
  }
  return <ColourField label={label} value={text} {...(shown && { shown })} onChange={write} />
}
