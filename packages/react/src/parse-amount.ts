/** Base units of an amount as people type it, with point or comma; null when it is not one, or is finer than the token. */
export function parseAmount(text: string, decimals: number): bigint | null {
  const parts = /^(\d{1,60})(?:[.,](\d*))?$/.exec(text.trim())
  const [, whole, fraction = ''] = parts ?? []
  if (whole === undefined || fraction.length > decimals) return null
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
