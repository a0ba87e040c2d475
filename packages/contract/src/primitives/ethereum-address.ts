import * as z from 'zod/mini'

/** An address as text: `0x` and 40 hex digits. */
export type EthereumAddress = `0x${string}`

const message = 'Invalid Ethereum address'
const pattern = /^0x[0-9a-fA-F]{40}$/

/** An Ethereum address by its shape alone, trimmed, letter case as sent: for code that has no keccak. */
export const ethereumAddressShape = z
  .string(message)
  .check(z.trim(), z.regex(pattern, { error: message, abort: true }))

/**
 * An Ethereum address in its EIP-55 spelling (specification §5). One without capitals carries no checksum and is let
 * in; any other must match its checksum exactly.
 *
 * @param checksum  The EIP-55 spelling of a lower-case address: it needs keccak-256, which this package does not have.
 */
export function ethereumAddress(checksum: (address: EthereumAddress) => EthereumAddress) {
  const spell = (text: string) =>
    // The pattern has been checked: `0x` stands in front.
    checksum(text.toLowerCase() as EthereumAddress)
  return z.pipe(
    ethereumAddressShape.check(
      z.refine((text) => text === text.toLowerCase() || text === spell(text), message),
    ),
    z.transform(spell),
  )
}
