/** First three and last four characters of an address or hash (specification §9): `0x12f…9aB4`. Short texts stay whole. */
export function shorten(text: string): string {
  const head = text.startsWith('0x') ? 5 : 4
  return text.length <= head + 5 ? text : `${text.slice(0, head)}…${text.slice(-4)}`
}
