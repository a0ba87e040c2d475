/** Red, green and blue, 0–255 each. */
type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The colour a hex text names.
 *
 * @param hex  `#rgb` or `#rrggbb`, any case.
 * @throws RangeError for any other text.
 */
export function parseHex(hex: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const full = short
    ? `${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`
    : /^#([0-9a-f]{6})$/i.exec(hex)?.[1]
  if (full === undefined) throw new RangeError('A colour must be written #rgb or #rrggbb')
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The `#rrggbb` text of a colour; fractions are rounded. */
export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` (0–1) of `over` laid on `under`, as `#rrggbb`. */
export function mix(under: string, over: string, share: number): string {
  const [a, b] = [parseHex(under), parseHex(over)]
  const part = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share
  return toHex([part(0), part(1), part(2)])
}

/** Relative luminance, 0 (black) to 1 (white). @see WCAG 2.2, "relative luminance". */
export function luminance(hex: string): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = parseHex(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Contrast ratio of two colours, 1 to 21. @see WCAG 2.2, "contrast ratio". */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const ink = '#10241e'

/** A text colour with at least 4.5:1 on `background`: white where that suffices, else near-black or black. */
export function onColour(background: string): string {
  if (contrast(background, '#ffffff') >= 4.5) return '#ffffff'
  return contrast(background, ink) >= 4.5 ? ink : '#000000'
}

/** `colour`, moved towards `towards` just far enough to reach `ratio` on `background`. */
export function readable(
  colour: string,
  on: { background: string; towards: string; ratio: number },
) {
  for (let step = 0; step < 20; step += 1) {
    const candidate = mix(colour, on.towards, step / 20)
    if (contrast(candidate, on.background) >= on.ratio) return candidate
  }
  return on.towards
}
