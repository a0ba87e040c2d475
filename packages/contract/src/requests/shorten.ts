/** First three and last four characters of an address or hash (specification §9): `0x12f…9aB4`. Short texts stay whole. */
export function shorten(text: string): string {
  const head = text.startsWith('0x') ? 5 : 3
  return text.length <= head + 5 ? text : `${text.slice(0, head)}…${text.slice(-4)}`
}

/**
 * First and last six characters, where an address is compared with another one: four at the end are cheap to copy by chance.
 */
export function shortenSix(text: string): string {
  const head = text.startsWith('0x') ? 8 : 6
  return text.length <= head + 9 ? text : `${text.slice(0, head)}…${text.slice(-6)}`
}

/** An address in groups of four, as people compare it; `0x` belongs to the first group. */
export function groupsOfFour(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gu) ?? []
  return groups.map((group, index) => (index === 0 ? `${prefix}${group}` : group))
}
