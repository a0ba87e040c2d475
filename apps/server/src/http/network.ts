import { isIPv6 } from 'node:net'

/** How many leading bits of an address name its network. */
interface PrefixLengths {
  ipv4: 24 | 32
  ipv6: 48 | 64
}

/** A household or office: one IPv4 address, or the /64 of an IPv6 address. */
const household: PrefixLengths = { ipv4: 32, ipv6: 64 }

/**
 * The network an address belongs to, the same however the address is spelled; an IPv4 address written as an IPv6 one is
 * an IPv4 address.
 */
export function networkOf(ip: string, bits: PrefixLengths = household): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return cutIpv4(ip.split('.'), bits)
  const [first = 0, second = 0, ...rest] = groupsOf(address)
  const [third = 0, fourth = 0, fifth, sixth, seventh = 0, eighth = 0] = rest
  const isMapped = first + second + third + fourth === 0 && fifth === 0 && sixth === 0xffff
  if (isMapped) {
    return cutIpv4([seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].map(String), bits)
  }
  const groups = [first, second, third, fourth].slice(0, bits.ipv6 / 16)
  return groups.map((group) => group.toString(16)).join(':')
}

function cutIpv4(parts: readonly string[], { ipv4 }: PrefixLengths): string {
  return parts.slice(0, ipv4 / 8).join('.')
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
