import { coloursOf, type Look, plainLook } from '@sallyport/gallery'
import { Choice } from '../ui/choice.js'
import { Field } from '../ui/field.js'
import { useMedia } from '../use-media.js'
import { Corners } from './corners.js'
import { FontField } from './font-field.js'
import { Legibility } from './legibility.js'
import { LiveColour } from './live-colour.js'
import { LookCode } from './look-code.js'
import { MoreColours } from './more-colours.js'
import { Samples } from './samples.js'

const themes = [
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
  { value: 'system', name: 'System' },
  { value: 'own', name: 'Custom' },
] as const

/** Edits the look of the preview and prints the configuration for it. */
export function LookEditor({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const colours = coloursOf(look, prefersDark)
  const set = (changed: Partial<Look>) => onChange({ ...look, ...changed })
  const { theme } = look
  const themeKind = theme === 'light' || theme === 'dark' || theme === 'system' ? theme : 'own'
  return (
    <aside className="look" aria-labelledby="look">
      <div className="look-head">
        <h2 id="look">Look</h2>
        <button type="button" className="button quiet" onClick={() => onChange(plainLook)}>
          Reset
        </button>
      </div>
      <Samples onChange={onChange} />
      <div className="field">
        <span className="field-label">Theme</span>
        <Choice
          label="Theme"
          value={themeKind}
          options={themes}
          onChange={(next) => set({ theme: next === 'own' ? (colours.bg as `#${string}`) : next })} // every token is a colour
        />
      </div>
      {themeKind === 'own' && (
        <LiveColour label="Background" value={theme} onColour={(bg) => bg && set({ theme: bg })} />
      )}
      <LiveColour
        label="Accent"
        value={look.accent ?? ''}
        shown={colours.accent}
        onColour={(accent) => set({ accent })}
      />
      <Corners radius={look.radius} onChange={(radius) => set({ radius })} />
      <FontField font={look.font} onChange={(font) => set({ font })} />
      <Field
        label="Logo"
        value={look.logo ?? ''}
        placeholder="https://example.com/logo.svg"
        help={
          <button
            type="button"
            className="inline"
            onClick={() => set({ logo: `${window.location.origin}/sample-logo.svg` })}
          >
            Try one
          </button>
        }
        onChange={(logo) => set({ logo: logo === '' ? null : logo })}
      />
      <MoreColours look={look} colours={colours} onChange={onChange} />
      <Legibility look={look} prefersDark={prefersDark} />
      <LookCode look={look} />
    </aside>
  )
}
