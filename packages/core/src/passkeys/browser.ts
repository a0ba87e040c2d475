import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@sallyport/contract'
import { fromBase64Url } from '../bytes.js'
import { ClientError } from '../errors.js'
import {
  bytesIn,
  optionalBytesIn,
  type ReadCredential,
  readCredential,
  transportsOf,
} from './read-credential.js'

/*
 * The browser's passkey calls with the wire's option and response objects (wire reference §17.6). A small mapping of our own:
 * `parseCreationOptionsFromJSON` and `toJSON` are missing in browsers that have passkeys.
 */

/** Has the browser make a passkey. @throws ClientError see `toPasskeyError` */
export async function createCredential(
  options: PasskeyCreationOptions,
  signal?: AbortSignal,
): Promise<PasskeyRegistration> {
  const { user, authenticator_selection: wanted, exclude_credentials: excluded = [] } = options
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { name: options.rp.name, ...(options.rp.id ? { id: options.rp.id } : {}) },
    user: { id: fromBase64Url(user.id), name: user.name, displayName: user.display_name },
    challenge: fromBase64Url(options.challenge),
    pubKeyCredParams: options.pub_key_cred_params,
    excludeCredentials: excluded.map(descriptorOf),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    authenticatorSelection: {
      requireResidentKey: wanted?.require_resident_key ?? false,
      // The words are those of the browser's own type.
      residentKey: (wanted?.resident_key ?? 'preferred') as ResidentKeyRequirement,
      userVerification: wanted?.user_verification ?? 'preferred',
    },
    attestation: 'none',
  }
  const { head, response } = await ask(() =>
    navigator.credentials.create({ publicKey, ...(signal ? { signal } : {}) }),
  )
  return {
    ...head,
    response: {
      client_data_json: bytesIn(response, 'clientDataJSON'),
      attestation_object: bytesIn(response, 'attestationObject'),
      transports: transportsOf(response),
    },
  }
}

/** Has the browser sign with a passkey. @throws ClientError see `toPasskeyError` */
export async function getCredential(
  options: PasskeyRequestOptions,
  how: { suggest: boolean; credentialIds: readonly string[]; signal?: AbortSignal | undefined },
): Promise<PasskeyAssertion> {
  const { suggest, credentialIds, signal } = how
  const allowed = [
    ...(options.allow_credentials ?? []),
    ...credentialIds.map((id) => ({ id, type: 'public-key' as const })),
  ]
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: fromBase64Url(options.challenge),
    allowCredentials: allowed.map(descriptorOf),
    userVerification: options.user_verification ?? 'preferred',
    ...(options.rp_id === undefined ? {} : { rpId: options.rp_id }),
    // A suggestion waits until it is chosen.
    ...(options.timeout === undefined || suggest ? {} : { timeout: options.timeout }),
  }
  const { head, response } = await ask(() =>
    navigator.credentials.get({
      publicKey,
      ...(suggest ? { mediation: 'conditional' as const } : {}),
      ...(signal ? { signal } : {}),
    }),
  )
  return {
    ...head,
    response: {
      client_data_json: bytesIn(response, 'clientDataJSON'),
      authenticator_data: bytesIn(response, 'authenticatorData'),
      signature: bytesIn(response, 'signature'),
      user_handle: optionalBytesIn(response, 'userHandle'),
    },
  }
}

async function ask(work: () => Promise<Credential | null>): Promise<ReadCredential> {
  const credential = await work().catch((error: unknown) => {
    throw toPasskeyError(error)
  })
  return readCredential(credential)
}

/**
 * What the browser's error means. It tells neither whether the user closed the dialog or let it time out, nor whether there
 * was a passkey (WebAuthn §14.5.2).
 */
function toPasskeyError(error: unknown): unknown {
  // By name: password managers throw errors of their own class.
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return new ClientError('passkey_not_allowed', { cause: error })
  if (name === 'AbortError') return new ClientError('exited_auth_flow', { cause: error })
  if (name === 'InvalidStateError') return new ClientError('passkey_exists', { cause: error })
  if (name === 'SecurityError') return new ClientError('passkey_wrong_domain', { cause: error })
  if (name === 'NotSupportedError' || name === 'ConstraintError') {
    return new ClientError('not_supported', {
      message: 'This device cannot make a passkey',
      cause: error,
    })
  }
  return error
}

function descriptorOf(given: {
  id: string
  transports?: readonly string[] | undefined
}): PublicKeyCredentialDescriptor {
  return {
    type: 'public-key',
    id: fromBase64Url(given.id),
    // The words are those of the browser's own type.
    ...(given.transports ? { transports: [...given.transports] as AuthenticatorTransport[] } : {}),
  }
}
