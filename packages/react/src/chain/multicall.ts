/**
 * Multicall3, which has the same address on every network that has it.
 *
 * @see https://github.com/mds1/multicall3
 */
export const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

const word = (value: number) => value.toString(16).padStart(64, '0')
const addressWord = (address: string) => address.toLowerCase().replace(/^0x/, '').padStart(64, '0')

/** Encodes `aggregate3` of `balanceOf(holder)` at each contract; one that fails does not fail the others. */
export function encodeBalances(contracts: readonly string[], holder: string): string {
  // Address, whether it may fail, where its data begins, 36 bytes of data in two words.
  const call = `70a08231${addressWord(holder)}`.padEnd(128, '0')
  const tuples = contracts.map((to) => `${addressWord(to)}${word(1)}${word(96)}${word(36)}${call}`)
  const offsets = contracts.map((_, at) => word(contracts.length * 32 + at * 192))
  return `0x82ad56cb${word(32)}${word(contracts.length)}${offsets.join('')}${tuples.join('')}`
}

/** Reads its answer: zero for a contract that failed or said no balance; null when the answer is not one of Multicall3. */
export function decodeBalances(answer: unknown, count: number): bigint[] | null {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) return null
  const body = answer.slice(2)
  const at = (byte: number) => {
    const text = body.slice(byte * 2, byte * 2 + 64)
    return text.length === 64 ? BigInt(`0x${text}`) : null
  }
  const array = Number(at(0) ?? -1)
  if (array < 0 || Number(at(array) ?? -1) !== count) return null
  const balances: bigint[] = []
  for (let index = 0; index < count; index += 1) {
    const tuple = array + 32 + Number(at(array + 32 + index * 32) ?? 0)
    const data = tuple + Number(at(tuple + 32) ?? 0)
    const isSaid = at(tuple) === 1n && (at(data) ?? 0n) >= 32n
    balances.push((isSaid ? at(data + 32) : null) ?? 0n)
  }
  return balances
}
