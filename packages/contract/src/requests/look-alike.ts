/** Characters that have to be the same at each end, and at both ends together, before an address counts as made to look alike. */
const [leastEach, leastBoth] = [2, 6]

/**
 * The known address that `address` looks like without being it: the same characters at both ends, which are what people compare
 * and what a thief can have computed. Null when it looks like none, or is one of them.
 */
export function looksLike(address: string, known: readonly string[]): string | null {
  const plain = spelling(address)
  if (known.some((each) => spelling(each) === plain)) return null
  return known.find((each) => isAlike(plain, spelling(each))) ?? null
}

/** Whether two spellings are of one account: the case of hex is a checksum, and of base58 part of the address. */
export function isSameAddress(one: string, other: string): boolean {
  return spelling(one) === spelling(other)
}

function isAlike(one: string, other: string): boolean {
  const start = sameLength(one, other)
  const end = sameLength(reversed(one), reversed(other))
  return start >= leastEach && end >= leastEach && start + end >= leastBoth
}

function sameLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('')
}

/** Without what every address of its kind begins with. */
function spelling(address: string): string {
  if (/^0x/i.test(address)) return address.slice(2).toLowerCase()
  const bech32 = /^(?:bc1|tb1|bcrt1)[qp]/i.exec(address)
  return bech32 ? address.slice(bech32[0].length).toLowerCase() : address
}
