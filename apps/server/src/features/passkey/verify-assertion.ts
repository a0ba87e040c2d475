import { ApiError, type PasskeyAssertion } from '@sallyport/contract'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { StoredChallenge } from '../../db/passkey-challenges.js'
import type { ClientData } from '../../identity/passkeys/client-data.js'
import { readBase64url, type StoredCredential } from '../../identity/passkeys/credential.js'

/** What a login changes of a credential. */
type CredentialUse = Pick<StoredCredential, 'sign_count' | 'backed_up'>

/**
 * Verifies a signature by a known passkey against its challenge (WebAuthn §7.2), user verification included. The signature
 * counter is compared by the statement of the login, where two requests at once cannot pass each other.
 *
 * @throws ApiError `invalid_credentials`
 */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  expected: { clientData: ClientData; stored: StoredChallenge; credential: StoredCredential },
): Promise<CredentialUse> {
  const { clientData, stored, credential } = expected
  const { id, raw_id: rawId, response } = assertion
  const { authenticator_data: authenticatorData, signature, user_handle: userHandle } = response
  const publicKey = readBase64url(credential.public_key)
  if (publicKey === undefined) throw new Error('A stored public key is not base64url')
  // PKY-11: an authenticator that names a user names the one the passkey was made for.
  if (userHandle && userHandle !== credential.user_handle) return refuse()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: response.client_data_json, authenticatorData, signature },
    },
    expectedChallenge: clientData.challenge,
    expectedOrigin: stored.origin,
    expectedRPID: stored.rp_id,
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
    // The page above was judged by `isOwnFrame`.
    ...(clientData.topOrigin === undefined ? {} : { expectedTopOrigin: clientData.topOrigin }),
  }).catch(refuse)
  if (!verified) return refuse()
  const isBackupEligible = authenticationInfo.credentialDeviceType === 'multiDevice'
  if (isBackupEligible !== credential.backup_eligible) return refuse()
  return {
    sign_count: authenticationInfo.newCounter,
    backed_up: authenticationInfo.credentialBackedUp,
  }
}

function refuse(cause?: unknown): never {
  throw new ApiError('invalid_credentials', { cause })
}
