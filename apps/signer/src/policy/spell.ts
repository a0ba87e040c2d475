import { spellTransferChain } from '@sallyport/contract/wallet-api'
import type { FieldKind } from './field-table.js'

const mostDigits = 80

/** An integer in decimal or `0x` hex; undefined for other texts. */
export function readInteger(text: string): bigint | undefined {
  if (text.length > mostDigits || !/^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(text)) return undefined
  return BigInt(text)
}

/**
 * A value of a policy in the spelling in which it is compared, or what is wrong with it. Addresses of Ethereum are compared without their
 * letter case, so an address with a checksum of any network is one address; a value that only looks like one is refused.
 */
export function spellValue(
  kind: FieldKind,
  text: string,
): { value: string | bigint } | { problem: string } {
  switch (kind) {
    case 'integer': {
      const value = readInteger(text)
      return value === undefined ? { problem: 'must be an integer, decimal or 0x hex' } : { value }
    }
    case 'ethereum-address':
      return /^0x[0-9a-fA-F]{40}$/.test(text)
        ? { value: text.toLowerCase() }
        : { problem: 'must be an Ethereum address: 0x and 40 hex digits' }
    case 'address':
      return /^[\x21-\x7e]{1,90}$/.test(text)
        ? { value: spellAddress(text) }
        : { problem: 'must be an address, without spaces' }
    case 'bytes':
    case 'asset-name':
      return { value: text.toLowerCase() }
    case 'network-name':
      return { value: spellTransferChain(text) }
    case 'text':
      return { value: text }
  }
}

/** An address of any chain as it is compared: those that have two letter cases in lower case. */
export function spellAddress(text: string): string {
  const isHex = /^0x[0-9a-fA-F]{40}$/.test(text)
  const isBech32 = /^(?:bc|tb|bcrt)1[a-z0-9]+$/i.test(text)
  return isHex || isBech32 ? text.toLowerCase() : text
}
