/** Marks of direction and other characters that have no width, which copying from chats and address books leaves in numbers. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Hyphens, dashes and minus signs. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/**
 * The plain characters of a phone number as people type, paste and link it: without marks of direction and `tel:`, with
 * ASCII digits, plus sign and hyphens. What is not a number stays as it is. The caller limits the length before.
 */
export function plainPhoneText(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(dashes, '-')
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim()
    .replace(/^tel:\s?/i, '')
}
