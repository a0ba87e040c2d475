/** Characters that are invisible, change the direction of the text around them, or break a line. */
const unsafe =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu
/** An encoded word of a mail header (RFC 2047): mail programs decode it to any text. */
const encodedWord = /=\?[^?\s]*\?[bq]\?[^?]*\?=/gi

/** Joiners that emoji and several scripts need between two visible characters. */
const joiners = /(?<=\p{L}|\p{M}|\p{Emoji}|\ufe0f)(?:\u200c|\u200d)(?=\p{L}|\p{M}|\p{Emoji})/gu

/**
 * Returns an app's name as it may stand in a mail subject and on a wallet request: without control, bidirectional,
 * zero-width and unassigned characters and without encoded words. A joiner inside a word or an emoji stays.
 */
export function cleanAppName(name: string): string {
  const kept = new Set([...name.matchAll(joiners)].map((match) => match.index))
  let text = name.replaceAll(unsafe, (character, index: number) =>
    kept.has(index) ? character : ' ',
  )
  // Removing one encoded word can join two halves of another.
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replaceAll(encodedWord, ' ')
  }
  return text.replaceAll(/\s+/gu, ' ').trim()
}
