import { ApiError } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { derivePrivateKey, fromHex, signTypedData } from '@sallyport/crypto/chains/ethereum'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import { entropyFromWords } from '@sallyport/crypto/phrase'
import { signedKeyRequest } from '@sallyport/protocols/farcaster'
import type { App } from '../../apps/app.js'
import type { SignerRequest } from '../../ports/farcaster.js'

/**
 * A request for a key, signed by the Farcaster account of the app: the user's app shows who asks.
 *
 * @param input.deadline  Unix seconds.
 * @throws ApiError `not_supported` when the app has no account.
 */
export async function signKeyRequest(
  app: App,
  { publicKey, deadline }: { publicKey: string; deadline: number },
): Promise<SignerRequest> {
  const account = app.openSecret('farcaster_app_account')
  if (account === undefined) {
    throw new ApiError('not_supported', { message: 'This app has no Farcaster account' })
  }
  const colon = account.indexOf(':')
  const requestFid = Number(account.slice(0, colon))
  const privateKey = await readKey(account.slice(colon + 1))
  try {
    const message = { requestFid, key: publicKey, deadline }
    const signature = signTypedData(privateKey, { ...signedKeyRequest, message })
    return { key: publicKey, requestFid, deadline, signature }
  } finally {
    wipe(privateKey)
  }
}

/** A private key, or the first Ethereum key of a recovery phrase. */
async function readKey(text: string): Promise<Uint8Array> {
  if (text.startsWith('0x')) return fromHex(text)
  const seed = await seedFromEntropy(entropyFromWords(text), crypto.subtle)
  try {
    return derivePrivateKey(seed, 0)
  } finally {
    wipe(seed)
  }
}
