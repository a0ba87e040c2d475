import { ApiError, type User, userIdPrefix } from '@sallyport/contract'
import type { VaultCall, VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import type { App } from '../apps/app.js'
import { endOtherStepUps, stepUp, writeFactors } from '../db/factors.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { fromVaultError } from '../ports/vault.js'
import { type FactorChange, notifyOfFactor } from './factor-notices.js'
import { readRecord, readWireUser } from './link.js'
import type { FactorRecord } from './user.js'

/** A signed-in user, at the page or the frame. */
export interface FactorCaller {
  app: App
  userId: string
  sessionId: string
  accessToken: string
  mfaToken: string | undefined
}

/** What the vault says of a user's factors. */
type VaultFactors = VaultOutput<'listFactors'>['factors']

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
  { vault, config }: Pick<Deps, 'vault' | 'config'>,
  { app, call, input }: { app: App; call: C; input: VaultInput<C> },
): Promise<VaultOutput<C>> {
  try {
    const { id: appId, verificationKey } = app
    await vault.call('pinAppKey', { appId, issuer: config.tokenIssuer, verificationKey })
    return await vault.call(call, input)
  } catch (error) {
    throw fromVaultError(error)
  }
}

/** Takes over what the vault says after a change, ends the step-up of other sessions, and tells the user. */
export async function applyFactors(
  deps: Deps,
  input: {
    app: App
    userId: string
    /** Whose step-up stays; undefined when no session made the change. */
    sessionId: string | undefined
    factors: VaultFactors
    /** What the user is told; undefined when nothing changed. */
    change: FactorChange | undefined
  },
): Promise<void> {
  const { app, userId, sessionId, factors, change } = input
  const owner = { appId: app.id, userId }
  const credentialIds = factors.flatMap(({ credentialId }) => credentialId ?? [])
  await writeFactors(deps.db, { ...owner, methods: toRecords(factors), credentialIds })
  await endOtherStepUps(deps.db, { ...owner, sessionId })
  if (change === undefined) return
  const user = await readRecord(deps, owner)
  notifyOfFactor(deps, { app, user, change })
}

/** Notes that the caller's session has proven a factor. */
export async function noteStepUp({ db, clock }: Deps, caller: FactorCaller): Promise<void> {
  const { app, sessionId } = caller
  await stepUp(db, { appId: app.id, sessionId, nowMs: clock.nowMs() })
}

/** A passkey that was unlinked stops being a second factor (PKY-13). @returns the user after it. */
export async function forgetPasskeyFactor(
  deps: Deps,
  input: {
    caller: FactorCaller
    credentialId: string
    request: Pick<RequestFacts, 'userAgent'>
  },
): Promise<User> {
  const { caller, credentialId } = input
  const { app, userId, sessionId } = caller
  const factor = { method: 'passkey', credentialId } as const
  const { factors } = await askVault(deps, {
    app,
    call: 'removeFactor',
    input: { ...claimOf(caller), ...tokenOf(caller), factor },
  })
  await applyFactors(deps, { app, userId, sessionId, factors, change: 'removed' })
  return readWireUser(deps, { appId: app.id, userId })
}

/** One entry for each method, with the time of its latest factor. */
function toRecords(factors: VaultFactors): FactorRecord[] {
  const latest = new Map<FactorRecord['type'], number>()
  for (const { method, verifiedAtMs } of factors) {
    latest.set(method, Math.max(latest.get(method) ?? 0, verifiedAtMs))
  }
  return [...latest].map(([type, verified_at]) => ({ type, verified_at }))
}

/** @throws ApiError `feature_not_enabled` for a method that the app has not switched on. */
export function requireMethod({ settings }: App, method: FactorRecord['type']): void {
  if (settings.mfa_methods.includes(method)) return
  throw new ApiError('feature_not_enabled', {
    message: `This app has not switched on second factors by ${method}`,
  })
}
