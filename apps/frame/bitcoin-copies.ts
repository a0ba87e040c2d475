import type { Plugin } from 'vite'

/**
 * Gives the code of Bitcoin its own copy of the base encodings. A module is in one chunk, with every part that any chunk uses: shared,
 * the encodings of addresses (2.2 kB) would load with each wallet, before a chain is asked for.
 */
export const bitcoinCopies: Plugin = {
  name: 'bitcoin-copies',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '@scure/base' || !importer) return undefined
    if (!/\/(@scure\/btc-signer|micro-packed|chains\/bitcoin)\//.test(importer)) return undefined
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    return resolved && { ...resolved, id: `${resolved.id}?bitcoin` }
  },
}
