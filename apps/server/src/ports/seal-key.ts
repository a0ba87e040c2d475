import { deriveSealKeyPair, type SealKeyPair } from '@sallyport/crypto'
import type { KeyEncryption } from './key-encryption.js'

/** The API's HPKE pair. It is derived from the deployment's key, so every server process can decrypt what a page sealed for another. */
export async function loadSealKey(
  keyEncryption: Pick<KeyEncryption, 'derive'>,
): Promise<SealKeyPair> {
  const seed = keyEncryption.derive('custody-seal-key')
  try {
    return await deriveSealKeyPair(seed)
  } finally {
    seed.fill(0)
  }
}
