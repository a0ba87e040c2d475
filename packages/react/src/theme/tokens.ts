import { contrast, mix, onColour, readable } from './contrast.js'

/** Every colour the modal uses, by the name of its custom property (`bg` is `--sp-bg`). */
export interface Tokens {
  bg: string
  surface: string
  raised: string
  line: string
  'line-strong': string
  /** The edge by which a field or a check box is seen: at least 3:1 on `bg` (WCAG 1.4.11). */
  field: string
  text: string
  'text-2': string
  accent: string
  'on-accent': string
  /** The accent where it is text or a ring on `bg`: at least 4.5:1. */
  'accent-text': string
  danger: string
  warning: string
  success: string
  shadow: string
  backdrop: string
}

/** What an app may say about the look: a scheme, the viewer's scheme, or its own background colour. */
export type Theme = 'light' | 'dark' | 'system' | `#${string}`

/** A theme with nothing left to decide. */
export interface ResolvedTheme {
  scheme: 'light' | 'dark'
  tokens: Tokens
}

const light = {
  bg: '#ffffff',
  surface: '#f5f5f3',
  raised: '#ffffff',
  line: '#e7e6e2',
  'line-strong': '#cfcdc7',
  field: '#8f8d86',
  text: '#18181b',
  'text-2': '#5c5b57',
  danger: '#b3261e',
  warning: '#8a5a00',
  success: '#1f7a4d',
  shadow: '0 1px 2px #0000000f, 0 24px 64px -16px #00000040',
  backdrop: '#18181b66',
}
const dark: typeof light = {
  bg: '#141416',
  surface: '#1d1d20',
  raised: '#242428',
  line: '#2b2b30',
  'line-strong': '#414148',
  field: '#6f6f79',
  text: '#f3f2ef',
  'text-2': '#a9a7a1',
  danger: '#f2938c',
  warning: '#e8b860',
  success: '#7fd1a5',
  shadow: '0 0 0 1px #ffffff0f, 0 24px 64px -16px #000000b3',
  backdrop: '#00000099',
}
const accents = { light: '#2f5d50', dark: '#8fd3be' } as const

/**
 * The colours of the modal for what the app asked and the viewer prefers.
 *
 * @param look  `accentColor` is `#rrggbb`, or null for the house accent. Text on it is computed, so any accent is legible.
 */
export function resolveTheme(look: {
  theme: Theme
  accentColor: string | null
  prefersDark: boolean
}): ResolvedTheme {
  const { theme, accentColor, prefersDark } = look
  const scheme = schemeOf(theme, prefersDark)
  const base = theme.startsWith('#') ? onBackground(theme, scheme) : { light, dark }[scheme]
  const accent = accentColor ?? accents[scheme]
  // A control in nearly the background's own colour would vanish: it needs 3:1 like any interface part (WCAG 1.4.11).
  const seen = readable(accent, { background: base.bg, towards: base.text, ratio: 3 })
  const worse =
    contrast(base.text, base.bg) < contrast(base.text, base.surface) ? base.bg : base.surface
  const accentText = readable(accent, { background: worse, towards: base.text, ratio: 4.5 })
  return {
    scheme,
    tokens: { ...base, accent: seen, 'on-accent': onColour(seen), 'accent-text': accentText },
  }
}

function schemeOf(theme: Theme, prefersDark: boolean): 'light' | 'dark' {
  if (theme === 'light' || theme === 'dark') return theme
  if (theme === 'system') return prefersDark ? 'dark' : 'light'
  return contrast('#000000', theme) >= contrast('#ffffff', theme) ? 'light' : 'dark'
}

/** The palette of `scheme` re-made on the app's own background. */
function onBackground(bg: string, scheme: 'light' | 'dark'): typeof light {
  const base = { light, dark }[scheme]
  const [end, opposite] = scheme === 'light' ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']
  // Wells lean towards the text, as on white and black; on a middle tone that would cost legibility, so they lean away.
  const isMiddle = contrast(end, bg) < 9
  const surface = isMiddle ? mix(bg, opposite, 0.12) : mix(bg, end, 0.045)
  const text = contrast(base.text, surface) >= 7 ? base.text : end
  // Of bg and surface, the one that contrasts less with text decides.
  const worse = isMiddle ? bg : surface
  const onSurface = (colour: string) =>
    readable(colour, { background: worse, towards: text, ratio: 4.5 })
  return {
    ...base,
    bg,
    surface,
    raised: mix(bg, end, scheme === 'light' ? 0 : 0.08),
    line: mix(bg, end, 0.1),
    'line-strong': mix(bg, end, 0.2),
    field: readable(mix(bg, end, 0.2), { background: bg, towards: end, ratio: 3 }),
    text,
    'text-2': onSurface(mix(text, bg, 0.34)),
    danger: onSurface(base.danger),
    warning: onSurface(base.warning),
    success: onSurface(base.success),
  }
}

/** The `:host` rule that sets every token; an app's own `#sallyport-dialog { --sp-…: … }` rule beats it. */
export function tokenRule(theme: ResolvedTheme): string {
  const colours = Object.entries(theme.tokens).map(([name, value]) => `--sp-${name}:${value}`)
  return `:host{color-scheme:${theme.scheme};${colours.join(';')}}`
}
