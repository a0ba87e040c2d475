/** An email address with its first character and its domain, or a phone number with its country code and its last two digits. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at > 0) return `${[...address][0]}•••${address.slice(at)}`
  return address.startsWith('+') ? `${address.slice(0, 2)}•••${address.slice(-2)}` : address
}
