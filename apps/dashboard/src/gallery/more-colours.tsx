import { type ColourName, colourNames, type coloursOf, type Look } from '@sallyport/gallery'
import { LiveColour } from './live-colour.js'

const names = {
  bg: 'Sheet',
  surface: 'Wells',
  line: 'Lines',
  'line-strong': 'Field borders',
  text: 'Text',
  'text-2': 'Help',
  'on-accent': 'Label on the button',
  'accent-text': 'Accent as text',
  danger: 'Errors',
  warning: 'Warnings',
  success: 'Success',
} as const satisfies Record<ColourName, string>

/** The colours derived from theme and accent; an app can override each. */
export function MoreColours(props: {
  look: Look
  colours: ReturnType<typeof coloursOf>
  onChange: (look: Look) => void
}) {
  const { look, colours, onChange } = props
  const set = (name: ColourName, colour: `#${string}` | null) => {
    const { [name]: _, ...others } = look.colours
    onChange({ ...look, colours: colour === null ? others : { ...others, [name]: colour } })
  }
  return (
    <details className="more-colours" open={Object.keys(look.colours).length > 0 || undefined}>
      <summary>More colours</summary>
      <div>
        {colourNames.map((name) => (
          <LiveColour
            key={name}
            label={names[name]}
            value={look.colours[name] ?? ''}
            shown={colours[name]}
            onColour={(colour) => set(name, colour)}
          />
        ))}
      </div>
    </details>
  )
}
