import { BlockList, isIP } from 'node:net'

/** @throws Error for an address of a private, local or reserved network. */
export function requirePublic(address: string): void {
  const isV6 = isIP(address) === 6
  if (isV6 ? !isPublicV6(address) : reserved.check(address, 'ipv4')) {
    throw new Error('Not a public address')
  }
}

/** Only global unicast; what embeds an IPv4 address (6to4, NAT64, Teredo) could lead to a private one. */
function isPublicV6(address: string): boolean {
  return globalV6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6')
}
