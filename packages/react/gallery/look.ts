import type { SallyportConfig } from '../src/config.js'
import { parseHex } from '../src/theme/contrast.js'
import type { Theme, Tokens } from '../src/theme/tokens.js'

/** Colours of the modal that an app may set one by one, over what theme and accent make of them. */
export const colourNames = [
  'bg',
  'surface',
  'line',
  'line-strong',
  'text',
  'text-2',
  'on-accent',
  'accent-text',
  'danger',
  'warning',
  'success',
] as const satisfies (keyof Tokens)[]
export type ColourName = (typeof colourNames)[number]

/** Everything an app can say about how the modal looks. */
export interface Look {
  theme: Theme
  /** `#rrggbb`; null is the house accent. */
  accent: `#${string}` | null
  /** URL of a picture; null is the app's first letter. */
  logo: string | null
  /** Of the sheet, in px; null is the house radius. Controls and small parts keep their share of it. */
  radius: number | null
  /** A `font-family` list; null is the page's own. */
  font: string | null
  colours: Partial<Record<ColourName, `#${string}`>>
}

/** The house look. */
export const plainLook: Look = {
  theme: 'light',
  accent: null,
  logo: null,
  radius: null,
  font: null,
  colours: {},
}

/** A look as the provider takes it: its `appearance`, and the rule of a style sheet for what has no key there. */
export interface Dress {
  appearance: NonNullable<SallyportConfig['appearance']>
  /** Empty when `appearance` says it all. */
  css: string
}

/** What an app writes to get a look. The preview is dressed by this very value. */
export function dressOf(look: Look): Dress {
  const { theme, accent, logo, radius, font, colours } = look
  const rules = [
    ...(radius === null ? [] : radii(radius)),
    ...(font === null ? [] : [`--sp-font: ${font};`]),
    ...colourNames.flatMap((name) => (colours[name] ? [`--sp-${name}: ${colours[name]};`] : [])),
  ]
  return {
    appearance: {
      theme,
      ...(accent && { accentColor: accent }),
      ...(logo && { logo }),
    },
    css: rules.length === 0 ? '' : `#sallyport-dialog {\n  ${rules.join('\n  ')}\n}\n`,
  }
}

/** Controls are three fifths as round as the sheet, small parts two fifths: the proportion of 20, 12 and 8. */
function radii(sheet: number): string[] {
  const px = (share: number) => `${Math.round(sheet * share)}px`
  return [
    `--sp-radius: ${px(1)};`,
    `--sp-radius-control: ${px(0.6)};`,
    `--sp-radius-small: ${px(0.4)};`,
  ]
}

/** Reads a look from an address: `theme`, `accent`, `logo`, `radius`, `font`, and each colour by its name. */
export function lookFrom(query: URLSearchParams): Look {
  const theme = query.get('theme')
  const radius = query.get('radius')
  const colours = colourNames.flatMap((name) => {
    const colour = colourIn(query.get(name))
    return colour ? [[name, colour] as const] : []
  })
  return {
    theme: theme === 'dark' || theme === 'system' ? theme : (colourIn(theme) ?? 'light'),
    accent: colourIn(query.get('accent')),
    logo: query.get('logo'),
    radius: radius !== null && /^\d{1,2}$/.test(radius) ? Number(radius) : null,
    font: fontIn(query.get('font')),
    colours: Object.fromEntries(colours),
  }
}

/** Adds what of a look differs from the house's to an address. */
export function writeLook(query: URLSearchParams, look: Look): void {
  if (look.theme !== 'light') query.set('theme', look.theme)
  if (look.accent !== null) query.set('accent', look.accent)
  if (look.logo !== null) query.set('logo', look.logo)
  if (look.radius !== null) query.set('radius', String(look.radius))
  if (look.font !== null) query.set('font', look.font)
  for (const name of colourNames) {
    const colour = look.colours[name]
    if (colour) query.set(name, colour)
  }
}

/** A colour of the form #rgb or #rrggbb; null for any other text. */
export function colourIn(text: string | null): `#${string}` | null {
  try {
    return text === null ? null : (`#${parseHex(text) && text.slice(1)}` as const)
  } catch {
    // Not a colour: as if it were not there.
    return null
  }
}

/** An address can hold any text; text that could end the CSS declaration it is put into is not a font. */
function fontIn(text: string | null): string | null {
  return text !== null && /^[\w\s,'"-]{1,200}$/.test(text) ? text : null
}
