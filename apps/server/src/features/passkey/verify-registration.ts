import { ApiError, type PasskeyRegistration } from '@sallyport/contract'
import {
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  type AttestationObject,
  decodeAttestationObject,
  isoCBOR,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers'
import type { StoredChallenge } from '../../db/passkey-challenges.js'
import type { ClientData } from '../../identity/passkeys/client-data.js'
import { readBase64url, type StoredCredential } from '../../identity/passkeys/credential.js'
import { algorithms, isUsableKey } from './public-key.js'

type Info = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/**
 * Verifies a new passkey against its challenge (WebAuthn §7.1). User verification is required: the passkey is the only
 * factor of a login.
 *
 * @throws ApiError `invalid_data` for an attestation object that cannot be read or a key that cannot be used (PKY-14,
 *   PKY-15), `invalid_credentials` for anything that does not match.
 */
export async function verifyRegistration(
  registration: PasskeyRegistration,
  expected: { clientData: ClientData; stored: StoredChallenge },
): Promise<StoredCredential> {
  const { id, raw_id: rawId, response } = registration
  const attestationObject = withoutStatement(response.attestation_object)
  const { clientData, stored } = expected
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: response.client_data_json, attestationObject },
    },
    expectedChallenge: clientData.challenge,
    expectedOrigin: stored.origin,
    expectedRPID: stored.rp_id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(refuse)
  if (!verified || registrationInfo.credential.id !== id) return refuse()
  return toCredential(registrationInfo, { stored, transports: response.transports ?? [] })
}

function refuse(cause?: unknown): never {
  throw new ApiError('invalid_credentials', { cause })
}

/**
 * The attestation object without its statement. None is asked for, and the certificates of one that comes anyway would make
 * the server fetch revocation lists from addresses they name.
 */
function withoutStatement(encoded: string): string {
  const bytes = readBase64url(encoded)
  const authData = bytes && readAuthData(bytes)
  if (authData === undefined) {
    throw new ApiError('invalid_data', { message: 'The attestation object cannot be read' })
  }
  const { credentialPublicKey: key } = authData.parsed
  if (key === undefined || !isUsableKey(key)) {
    throw new ApiError('invalid_data', { message: 'The public key of the passkey cannot be used' })
  }
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData.bytes],
  ])
  return Buffer.from(isoCBOR.encode(plain as never)).toString('base64url')
}

function readAuthData(bytes: Uint8Array<ArrayBuffer>) {
  try {
    const decoded: AttestationObject = decodeAttestationObject(bytes)
    const authData = decoded.get('authData')
    return { bytes: authData, parsed: parseAuthenticatorData(authData) }
  } catch {
    return undefined
  }
}

function toCredential(
  info: Info,
  { stored, transports }: { stored: StoredChallenge; transports: readonly string[] },
): StoredCredential {
  return {
    public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
    sign_count: info.credential.counter,
    rp_id: stored.rp_id,
    user_handle: stored.user_handle ?? '',
    transports: [...transports],
    aaguid: info.aaguid,
    backup_eligible: info.credentialDeviceType === 'multiDevice',
    backed_up: info.credentialBackedUp,
  }
}
