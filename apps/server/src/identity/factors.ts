import { ApiError, type User, userIdPrefix } from '@sallyport/contract'
import type { VaultCall, VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import type { App } from '../apps/app.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import { stepUp } from '../db/factors.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { fromVaultError } from '../ports/vault.js'
import { readWireUser } from './link.js'
import { type FactorChange, noteFactors } from './note-factors.js'
import { reconcileFactors } from './reconcile-factors.js'
import type { AccountRecord, FactorRecord } from './user.js'
import { readContacts } from './vault-contacts.js'

/** A signed-in user, at the page or the frame. */
export interface FactorCaller {
  app: App
  userId: string
  sessionId: string
  accessToken: string
  mfaToken: string | undefined
  /** What the request said of the device, for the audit log. */
  device?: RequestFacts['device']
}

/** What names a user to the vault. */
export function claimOf({ app, userId, accessToken }: FactorCaller) {
  return { appId: app.id, userId: userIdPrefix + userId, accessToken }
}

/** The statement of the vault that comes along, as its calls take it. */
export function tokenOf({ mfaToken }: FactorCaller): { mfaToken?: string } {
  return mfaToken === undefined ? {} : { mfaToken }
}

/**
 * Calls the vault about factors. It judges the user's token by the app's key, which it must have seen before.
 *
 * @throws ApiError what the vault's refusal stands for, `internal_error` (503) when it gives no answer.
 */
export async function askVault<C extends VaultCall>(
  deps: Deps,
  { app, call, input }: { app: App; call: C; input: VaultInput<C> & { userId: string } },
): Promise<VaultOutput<C>> {
  const { vault, config } = deps
  try {
    const { id: appId, verificationKey } = app
    await vault.call('pinAppKey', { appId, issuer: config.tokenIssuer, verificationKey })
    if (call === 'confirmFactor') await nameContacts(deps, app.id, input.userId)
    return await vault.call(call, input)
  } catch (error) {
    const userId = input.userId.slice(userIdPrefix.length)
    await reconcileFactors(deps, { appId: app.id, userId, error })
    throw fromVaultError(error)
  }
}

/** A user without a wallet may have a factor: the vault tells its addresses of changes. */
async function nameContacts(deps: Deps, appId: string, userId: string): Promise<void> {
  const owner = { appId, userId: userId.slice(userIdPrefix.length) }
  const contacts = await readContacts(deps, owner)
  if (contacts) await deps.vault.call('pinContacts', { appId, userId, contacts })
}

/** Takes over what the vault says after a change, ends the step-up of other sessions, records it and has the user told. */
export async function applyFactors(
  deps: Pick<Deps, 'db' | 'clock' | 'keyEncryption'>,
  { app, userId, ...change }: { app: App; userId: string } & FactorChange,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const noted = { appId: app.id, userId, ...change, nowMs }
  await deps.db.transaction().execute((transaction) => noteFactors(deps, transaction, noted))
}

/** Notes that the caller's session has proven a factor. */
export async function noteStepUp(deps: Deps, caller: FactorCaller): Promise<void> {
  const { app, sessionId } = caller
  const nowMs = deps.clock.nowMs()
  const session = { appId: app.id, sessionId }
  const row = { app_id: app.id, id: sessionId, mfa_at_ms: nowMs }
  const mac = rowMac(deps.keyEncryption, authenticRows.sessionFactor, row)
  await stepUp(deps.db, { ...session, nowMs, mac })
}

/** Whether an account is the passkey of this id and a second factor. */
export function isFactorPasskey(credentialId: string) {
  return ({ type, data }: AccountRecord) =>
    type === 'passkey' && data.credential_id === credentialId && data.enrolled_in_mfa === true
}

/** A passkey that was unlinked stops being a second factor (PKY-13). @returns the user after it. */
export async function forgetPasskeyFactor(
  deps: Deps,
  input: {
    caller: FactorCaller
    credentialId: string
    request: Pick<RequestFacts, 'device'>
  },
): Promise<User> {
  const { caller, credentialId, request } = input
  const { app, userId, sessionId } = caller
  const { device } = request
  const factor = { method: 'passkey', credentialId } as const
  const { factors } = await askVault(deps, {
    app,
    call: 'removeFactor',
    input: { ...claimOf(caller), ...tokenOf(caller), factor },
  })
  const event = { kind: 'factor_removed', factor: 'passkey' } as const
  await applyFactors(deps, { app, userId, sessionId, device, factors, event })
  return readWireUser(deps, { appId: app.id, userId })
}

/** @throws ApiError `feature_not_enabled` for a method that the app has not switched on. */
export function requireMethod({ settings }: App, method: FactorRecord['type']): void {
  if (settings.mfa_methods.includes(method)) return
  throw new ApiError('feature_not_enabled', {
    message: `This app has not switched on second factors by ${method}`,
  })
}
