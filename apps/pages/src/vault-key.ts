import { isFresh } from '@sallyport/process'

/** How long the vault's public key is cached, in milliseconds. It changes only with a new vault. */
const vaultKeyAgeMs = 300_000

/** Reads the vault's public key; a known key is also used while the vault is down. */
export function createVaultKey(deps: {
  askVaultKey: () => Promise<string>
  nowMs: () => number
}): () => Promise<string> {
  let known: { publicKey: string; readAtMs: number } | undefined
  return async () => {
    const nowMs = deps.nowMs()
    if (known !== undefined && isFresh(known.readAtMs, { nowMs, forMs: vaultKeyAgeMs }))
      return known.publicKey
    try {
      known = { publicKey: await deps.askVaultKey(), readAtMs: nowMs }
    } catch (error) {
      if (known === undefined) throw error
    }
    return known.publicKey
  }
}
