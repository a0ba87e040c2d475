import {
  ApiError,
  isApiError,
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  type User,
} from '@sallyport/contract'
import type { VaultInput } from '@sallyport/protocols/vault'
import type { Deps } from '../../deps.js'
import type { FrameCaller, RequestFacts, UserCaller } from '../../http/implement.js'
import { askVault, claimOf, requireMethod } from '../../identity/factors.js'
import { readRecord, readWireUser } from '../../identity/link.js'
import { isOwnFrame, readClientData } from '../../identity/passkeys/client-data.js'
import { readPasskeysOf } from '../../identity/passkeys/read-passkey.js'
import { chooseRelyingParty } from '../../identity/passkeys/relying-party.js'
import { unlink } from '../../identity/unlink.js'
import { enroll } from './proofs.js'

const timeoutMs = 5 * 60_000
type Assertion = Extract<VaultInput<'verifyFactor'>['proof'], { method: 'passkey' }>['assertion']

/**
 * Options for signing the vault's challenge with a passkey that is a factor.
 *
 * @throws ApiError `linked_account_not_found` when no passkey of this page's domain is one.
 */
export async function startPasskeyProof(
  deps: Deps,
  {
    caller,
    origin,
    named,
  }: { caller: UserCaller; origin: string | undefined; named: string | undefined },
): Promise<{ relying_party: string; options: PasskeyRequestOptions }> {
  const { app } = caller
  const party = chooseRelyingParty(app, { origin, named })
  const start = { method: 'passkey', origin: party.origin } as const
  const input = { ...claimOf(caller), start }
  const started = await askVault(deps, { app, call: 'startFactor', input })
  if (started.method !== 'passkey') throw new Error('The vault started another factor')
  const usable = started.credentials.filter(({ rpId }) => rpId === party.rpId)
  if (usable.length === 0) throw new ApiError('linked_account_not_found')
  return {
    relying_party: party.url,
    options: {
      challenge: started.challenge,
      timeout: timeoutMs,
      rp_id: party.rpId,
      allow_credentials: usable.map(({ id, transports }) => ({
        type: 'public-key',
        id,
        transports,
      })),
      user_verification: 'required',
    },
  }
}

/** The answer of a browser as the vault reads it. @throws ApiError `missing_or_invalid_mfa` from a foreign page. */
export function readAssertion({ app }: FrameCaller, given: PasskeyAssertion): Assertion {
  const { id, raw_id: rawId, response } = given
  const clientData = readClientData(response.client_data_json)
  if (id !== rawId || clientData === undefined || !isOwnFrame(app, clientData)) {
    throw new ApiError('missing_or_invalid_mfa')
  }
  return {
    credentialId: id,
    clientDataJson: response.client_data_json,
    authenticatorData: response.authenticator_data,
    signature: response.signature,
    userHandle: response.user_handle ?? null,
    topOrigin: clientData.topOrigin ?? null,
  }
}

/**
 * Makes the linked passkeys of a list second factors, and no others.
 *
 * @throws ApiError `linked_account_not_found` for one that the user has not linked, `feature_not_enabled`.
 */
export async function enrollPasskeys(
  deps: Deps,
  input: {
    caller: FrameCaller
    credentialIds: readonly string[]
    /** Passkeys that stop being factors are unlinked as well, but not the user's only account. */
    unlinksRemoved: boolean
    request: RequestFacts
  },
): Promise<User> {
  const { caller, credentialIds, unlinksRemoved, request } = input
  const owner = { appId: caller.app.id, userId: caller.userId }
  if (credentialIds.length > 0) requireMethod(caller.app, 'passkey')
  const linked = await readPasskeysOf(deps.db, owner)
  const chosen = linked.filter(({ credentialId }) => credentialIds.includes(credentialId))
  if (chosen.length !== new Set(credentialIds).size) throw new ApiError('linked_account_not_found')
  const before = await readRecord(deps, owner)
  const passkeys = chosen.map(({ credentialId, credential }) => ({
    credentialId,
    publicKey: credential.public_key,
    counter: credential.sign_count,
    rpId: credential.rp_id,
    userHandle: credential.user_handle,
    transports: credential.transports,
  }))
  const enrolled = before.accounts.flatMap(({ type, data }) =>
    type === 'passkey' && data.enrolled_in_mfa === true ? [String(data.credential_id)] : [],
  )
  const removed = enrolled.filter((id) => !credentialIds.includes(id))
  const isAdding = credentialIds.some((id) => !enrolled.includes(id))
  const kind = isAdding ? 'factor_enrolled' : removed.length > 0 ? 'factor_removed' : undefined
  const event = kind && ({ kind, factor: 'passkey' } as const)
  await enroll(deps, { ...caller, device: request.device }, { method: 'passkey', passkeys }, event)
  if (unlinksRemoved) {
    for (const key of removed) await unlinkIfPossible(deps, { caller, key, request })
  }
  return readWireUser(deps, owner)
}

/** The factor has been removed; a passkey that is the user's only account stays one to log in by. */
async function unlinkIfPossible(
  deps: Deps,
  { caller, key, request }: { caller: FrameCaller; key: string; request: RequestFacts },
): Promise<void> {
  try {
    await unlink(deps, {
      ...caller,
      facts: undefined,
      account: { type: 'passkey', key },
      request: { device: request.device },
    })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'cannot_unlink_sole_account') throw error
  }
}
