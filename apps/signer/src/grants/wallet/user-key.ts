import { generateKeyPairSync } from 'node:crypto'
import { findPinnedKey, proveUser } from '@sallyport/keyholder'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { readRecipient, sealToClient } from '../../hpke.js'
import { settingsOf } from '../../policy-rows/settings.js'
import { nameOf } from '../../quorum/authorize.js'
import { invalid } from '../../refusals.js'
import { inApp } from '../../rows/in-app.js'
import { newResourceId } from '../../rows/resource-id.js'
import { storeUserKey } from '../../rows/user-keys.js'
import type { SignerDeps } from '../../signer-deps.js'

/** How long a user's key signs. Several are alive at once: clients do not share them. */
const userKeyMs = 3_600_000

/**
 * Draws a key that signs for a user, sealed to the caller's.
 *
 * @throws CallRefused `invalid_token`; `invalid_request` where the app's settings don't allow it.
 */
export async function createUserKey(
  { appId, userId, accessToken, recipientPublicKey, boundTo }: SignerInput<'createUserKey'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createUserKey'>> {
  const pinned = await findPinnedKey(appId, deps)
  await proveUser({ appId, userId, accessToken }, { pinned, clock: deps.clock })
  const recipient = readRecipient(recipientPublicKey)
  return inApp({ appId, kind: 'begin' }, deps, async (rows) => {
    if (!(await settingsOf(appId, rows)).userKeys)
      throw invalid('The app does not exchange tokens of users for keys (user_keys)')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const nowMs = deps.clock.nowMs()
    const expiresAtMs = nowMs + userKeyMs
    const place = { appId, userId, keyId: newResourceId() }
    const binding = boundTo && { boundTo: nameOf(boundTo).toString('base64url') }
    await storeUserKey(place, { spki, expiresAtMs, ...binding }, { ...rows, nowMs })
    const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const sealed = await sealToClient(recipient, new TextEncoder().encode(text))
    return { publicKey: spki, ...sealed, expiresAtMs }
  })
}
