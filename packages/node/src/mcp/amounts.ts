/** An amount as agents write it, such as `0.25`, in the smallest unit. @throws TypeError for what is none. */
export function toUnits(text: string, decimals: number): string {
  const [, whole = '', fraction = ''] = /^(\d{1,40})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === '') throw new TypeError('amount must be a decimal number, such as 0.25')
  if (fraction.length > decimals) throw new TypeError(`amount has more than ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString()
}

/** The reverse of `toUnits`. */
export function fromUnits(units: string, decimals: number): string {
  const digits = units.padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = digits.slice(at).replace(/0+$/, '')
  return digits.slice(0, at) + (fraction === '' ? '' : `.${fraction}`)
}
