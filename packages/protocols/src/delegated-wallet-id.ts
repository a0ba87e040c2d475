/* A delegated wallet has an id in the wallet API: the one of its consent in the form of these ids. */

/** Digits of a consent's id that are part of the wallet's. */
const digits = 23

/** The id by which the wallet API names the wallet of a consent. */
export function delegatedWalletId(consentId: string): string {
  return `d${consentId.replaceAll('-', '').slice(0, digits)}`
}

/** How the id of the consent begins that a wallet's id is of; undefined for the id of a server wallet. */
export function consentPrefixOf(walletId: string): string | undefined {
  const [, hex] = /^d([0-9a-f]{23})$/.exec(walletId) ?? []
  if (hex === undefined) return undefined
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...parts, hex.slice(20)].join('-')
}
