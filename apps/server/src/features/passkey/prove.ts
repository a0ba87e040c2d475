import { ApiError, type PasskeyAssertion, type PasskeyRegistration } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { knownCredentialCtes, newCredentialCtes } from '../../db/passkey-challenges.js'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/implement.js'
import { type ClientData, isOwnFrame, readClientData } from '../../identity/passkeys/client-data.js'
import { readBase64url } from '../../identity/passkeys/credential.js'
import { readPasskey } from '../../identity/passkeys/read-passkey.js'
import type { Proof } from '../../identity/proof.js'
import { admit } from '../../identity/sign-in.js'
import { authenticatorName, deviceName } from './authenticators.js'
import { type ChallengeUse, requireChallenge, responseTo } from './challenges.js'
import { verifyAssertion } from './verify-assertion.js'
import { verifyRegistration } from './verify-registration.js'

/**
 * Proves that this browser made a new passkey for a challenge of ours.
 *
 * @throws ApiError what `admit` and `verifyRegistration` throw; `invalid_credentials` without a matching challenge.
 */
export async function proveNewPasskey(
  deps: Deps,
  input: {
    app: App
    use: ChallengeUse
    body: { relying_party?: string | undefined; authenticator_response: PasskeyRegistration }
  },
  request: RequestFacts,
) {
  const { app, use, body } = input
  const { authenticator_response: registration, relying_party: relyingParty } = body
  const verdict = await admitPasskey(deps, app, registration)
  const clientData = requireClientData(app, registration.response.client_data_json)
  const response = responseTo(deps, { ...use, challenge: clientData.challenge }, request)
  const stored = await requireChallenge(deps, response, relyingParty)
  const credential = await verifyRegistration(registration, { clientData, stored })
  const data = {
    credential_id: registration.id,
    enrolled_in_mfa: false,
    authenticator_name: authenticatorName(credential.aaguid),
    created_with_browser: request.device.browser ?? null,
    created_with_os: request.device.system ?? null,
    created_with_device: deviceName(request.userAgent),
  }
  const proof = proofOf(newCredentialCtes(response, registration.id))
  return { verdict, data, credential, proof }
}

/**
 * Proves that this browser has a passkey that the app knows.
 *
 * @throws ApiError what `admit` and `verifyAssertion` throw; `invalid_credentials` without a matching challenge;
 *   `user_does_not_exist` for a passkey of no user.
 */
export async function proveKnownPasskey(
  deps: Deps,
  input: {
    app: App
    body: {
      relying_party?: string | undefined
      challenge: string
      authenticator_response: PasskeyAssertion
    }
  },
  request: RequestFacts,
) {
  const { app, body } = input
  const { authenticator_response: assertion, challenge, relying_party: relyingParty } = body
  const verdict = await admitPasskey(deps, app, assertion)
  const clientData = requireClientData(app, assertion.response.client_data_json)
  if (clientData.challenge !== challenge) throw new ApiError('invalid_credentials')
  const use = { appId: app.id, purpose: 'authenticate', userId: null, challenge } as const
  const response = responseTo(deps, use, request)
  const stored = await requireChallenge(deps, response, relyingParty)
  const credential = await readPasskey(deps.db, { appId: app.id, credentialId: assertion.id })
  if (credential === undefined) {
    throw new ApiError('user_does_not_exist', { message: 'This passkey belongs to no user' })
  }
  const change = await verifyAssertion(assertion, { clientData, stored, credential })
  const known = { credentialId: assertion.id, signCount: change.sign_count }
  const proof = proofOf(knownCredentialCtes(response, known))
  return { verdict, data: { credential_id: assertion.id }, credential: change, proof }
}

/** @throws ApiError `invalid_credentials` for an id that is not canonical, so that one passkey has one key (PKY-04). */
function admitPasskey(deps: Deps, app: App, { id, raw_id: rawId }: { id: string; raw_id: string }) {
  const isCanonical = id !== '' && id === rawId && readBase64url(id) !== undefined
  if (!isCanonical) throw new ApiError('invalid_credentials')
  return admit(deps, { app, method: 'passkey_auth', key: id })
}

function requireClientData(app: App, encoded: string): ClientData {
  const clientData = readClientData(encoded)
  if (clientData && isOwnFrame(app, clientData)) return clientData
  throw new ApiError('invalid_credentials')
}

function proofOf(ctes: ReturnType<typeof newCredentialCtes>): Proof {
  // The challenge was used meanwhile, or the authenticator's counter did not grow.
  return { ctes, refuse: async () => new ApiError('invalid_credentials') }
}
