import { deriveSealKeyPair, type SealKeyPair } from '@sallyport/crypto'
import type { KeyEncryption } from './key-encryption.js'

/** The API's HPKE pair. It depends on the deployment's key only, so that every process opens what any page was given. */
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
