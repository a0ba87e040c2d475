/** Text from outside, made safe to show: what could reorder or hide words is removed, and counted. */
export interface InertText {
  text: string
  /** Characters removed: direction controls, invisible and control characters. */
  removed: number
  /** Characters left out of the middle because the text is too long to read. */
  omitted: number
}

/** The longest text shown whole, in UTF-16 units. */
export const longestText = 20_000

/**
 * Direction controls (UAX 9), invisible and tag characters, and controls but for tab and line breaks. The joiners
 * U+200C and U+200D stay: languages and emoji need them, and they move nothing.
 */
const hiding =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/** Makes `text` safe to show. */
export function inertText(text: string, limit = longestText): InertText {
  let removed = 0
  const clean = text.replaceAll('\r\n', '\n').replace(hiding, () => {
    removed += 1
    return ''
  })
  if (clean.length <= limit) return { text: clean, removed, omitted: 0 }
  const half = Math.floor(limit / 2)
  const [start, end] = [clean.slice(0, half), clean.slice(-half)]
  const omitted = clean.length - 2 * half
  return { text: `${start}\n\n[… ${omitted} …]\n\n${end}`, removed, omitted }
}
