import { deriveSealKeyPair, type SealKeyPair } from '@sallyport/crypto'
import type { KeyEncryption } from './key-encryption.js'

/** The API's HPKE pair, and the private halves that pages which were loaded before still seal to. */
export interface SealKeys extends SealKeyPair {
  olderPrivateKeys: readonly Uint8Array[]
}

/** The API's HPKE pair. It is derived from the keys of the shares, so every server process can decrypt what a page sealed for another. */
export async function loadSealKey({ shares }: Pick<KeyEncryption, 'shares'>): Promise<SealKeys> {
  const seeds = shares.deriveEach('custody-seal-key')
  try {
    const [newest, ...older] = await Promise.all(seeds.map((seed) => deriveSealKeyPair(seed)))
    if (newest === undefined) throw new RangeError('A list of key-encryption keys needs a key')
    return { ...newest, olderPrivateKeys: older.map(({ privateKey }) => privateKey) }
  } finally {
    for (const seed of seeds) seed.fill(0)
  }
}
