/** The look an app chose, as the server wrote it into the page. */
export interface Look {
  appName: string
  theme: string
  accentColor: string | null
}

const light = {
  bg: '#ffffff',
  surface: '#f5f5f3',
  line: '#e7e6e2',
  'line-strong': '#cfcdc7',
  text: '#18181b',
  'text-2': '#5c5b57',
  accent: '#2f5d50',
  'on-accent': '#ffffff',
  danger: '#b3261e',
  warning: '#8a5a00',
  success: '#1f7a4d',
  shadow: '0 1px 2px #0000000f,0 24px 64px -16px #00000040',
  backdrop: '#18181b66',
}
const dark: typeof light = {
  bg: '#141416',
  surface: '#1d1d20',
  line: '#2b2b30',
  'line-strong': '#414148',
  text: '#f3f2ef',
  'text-2': '#a9a7a1',
  accent: '#8fd3be',
  'on-accent': '#10241e',
  danger: '#f2938c',
  warning: '#e8b860',
  success: '#7fd1a5',
  shadow: '0 0 0 1px #ffffff0f,0 24px 64px -16px #000000b3',
  backdrop: '#00000099',
}

/**
 * The rule that sets every colour: the house palette of the scheme the app chose, with the app's accent where it can be
 * seen on it. Words stay legible whatever the app chose.
 */
export function themeRule({ theme, accentColor }: Look): string {
  const set = (scheme: 'light' | 'dark') => {
    const base = { light, dark }[scheme]
    const colours = Object.entries({ ...base, ...accentOf(accentColor, base.bg) })
    return `{--scheme:${scheme};${colours.map(([name, value]) => `--sp-${name}:${value}`).join(';')}}`
  }
  if (theme === 'system') {
    return `:root${set('light')}@media (prefers-color-scheme:dark){:root${set('dark')}}`
  }
  const isDark = theme === 'dark' || (isColour(theme) && luminance(theme) < 0.18)
  return `:root${set(isDark ? 'dark' : 'light')}`
}

function accentOf(colour: string | null, background: string): Record<string, string> {
  // A button in nearly the background's own colour would vanish (WCAG 1.4.11): the house accent then.
  if (colour === null || !isColour(colour) || contrast(colour, background) < 3) return {}
  const onAccent = ['#ffffff', '#10241e'].find((each) => contrast(each, colour) >= 4.5)
  return { accent: colour, 'on-accent': onAccent ?? '#000000' }
}

function isColour(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
}

/** Contrast ratio, 1 to 21. @see WCAG 2.2, "contrast ratio". */
function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** @param hex  `#rgb` or `#rrggbb`. @see WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const linear = (at: number) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
}
