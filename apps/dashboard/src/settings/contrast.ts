/** Whether `text` is a colour in the form #rrggbb. */
export function isColour(text: string | null): text is string {
  return text !== null && /^#[0-9a-f]{6}$/i.test(text)
}

/** Returns black or white, whichever has more contrast on `colour` (#rrggbb; WCAG 2.2 relative luminance). */
export function contrastOf(colour: string): '#FFFFFF' | '#18181B' {
  const part = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
  return luminance > 0.32 ? '#18181B' : '#FFFFFF'
}
