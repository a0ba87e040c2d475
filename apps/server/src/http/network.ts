import { isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, also when it is written as an IPv6 one, or the /64 network of an IPv6
 * address, however it is spelled: a household has all of it.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const [first = 0, second = 0, ...rest] = groupsOf(address)
  const [third = 0, fourth = 0, fifth, sixth, seventh = 0, eighth = 0] = rest
  const isMapped = first + second + third + fourth === 0 && fifth === 0 && sixth === 0xffff
  if (isMapped) return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.')
  return [first, second, third, fourth].map((group) => group.toString(16)).join(':')
}

/** The eight groups of a valid IPv6 address; `::` stands for as many zeros as are missing. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split('::').map(numbersOf)
  if (tail === undefined) return head
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function numbersOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
