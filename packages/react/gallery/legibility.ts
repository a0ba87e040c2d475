import { contrast } from '../src/theme/contrast.js'
import { resolveTheme } from '../src/theme/tokens.js'
import { type ColourName, colourNames, type Look } from './look.js'

/** Two colours that meet on a screen. */
export interface Pair {
  /** What is read, and on what. */
  name: string
  front: string
  back: string
  /** 1 to 21. */
  ratio: number
  /** What WCAG 2.2 asks for: 4.5 for text (1.4.3), 3 for a control’s edge (1.4.11). */
  least: number
}

/** Every colour of a look as the modal draws it, an app's own ones included. */
export function coloursOf(look: Look, prefersDark: boolean): Record<ColourName | 'accent', string> {
  const { theme, accent } = look
  const { tokens } = resolveTheme({ theme, accentColor: accent, prefersDark })
  const own = colourNames.map((name) => [name, look.colours[name] ?? tokens[name]])
  // Every name has its colour.
  return { ...Object.fromEntries(own), accent: tokens.accent } as ReturnType<typeof coloursOf>
}

const readings = [
  { name: 'Text on the sheet', front: 'text', back: 'bg' },
  { name: 'Text in wells', front: 'text', back: 'surface' },
  { name: 'Help on the sheet', front: 'text-2', back: 'bg' },
  { name: 'Help in wells', front: 'text-2', back: 'surface' },
  { name: 'Label on the button', front: 'on-accent', back: 'accent' },
  { name: 'Accent as text', front: 'accent-text', back: 'bg' },
  { name: 'Errors', front: 'danger', back: 'bg' },
  { name: 'Warnings', front: 'warning', back: 'bg' },
  { name: 'Success', front: 'success', back: 'bg' },
  { name: 'Edge of the button', front: 'accent', back: 'bg', least: 3 },
] as const

/** How well each pair of a look's colours can be told apart. */
export function legibilityOf(look: Look, prefersDark: boolean): Pair[] {
  const colours = coloursOf(look, prefersDark)
  return readings.map((reading) => {
    const front = colours[reading.front]
    const back = colours[reading.back]
    const least = 'least' in reading ? reading.least : 4.5
    return { name: reading.name, front, back, ratio: contrast(front, back), least }
  })
}
