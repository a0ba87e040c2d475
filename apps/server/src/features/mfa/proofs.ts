import type { VaultInput } from '@sallyport/protocols/vault'
import type { Deps } from '../../deps.js'
import type { FactorEvent } from '../../identity/factor-events.js'
import {
  applyFactors,
  askVault,
  claimOf,
  type FactorCaller,
  noteStepUp,
  tokenOf,
} from '../../identity/factors.js'

/** Has the vault check a proof, and steps the session up. @returns what the frame sends with later calls. */
export async function verify(
  deps: Deps,
  caller: FactorCaller,
  proof: VaultInput<'verifyFactor'>['proof'],
): Promise<{ token: string }> {
  const { app } = caller
  const input = { ...claimOf(caller), proof }
  const { token } = await askVault(deps, { app, call: 'verifyFactor', input })
  await noteStepUp(deps, caller)
  return { token }
}

/** Has the vault make a factor of what was started. @returns what the frame sends, when something was proven by it. */
export async function enroll(
  deps: Deps,
  caller: FactorCaller,
  proof: VaultInput<'confirmFactor'>['proof'],
  event: FactorEvent | undefined = { kind: 'factor_enrolled', factor: proof.method },
): Promise<string | null> {
  const { app, userId, sessionId, device } = caller
  const input = { ...claimOf(caller), ...tokenOf(caller), proof }
  const { factors, token } = await askVault(deps, { app, call: 'confirmFactor', input })
  await applyFactors(deps, { app, userId, sessionId, device, factors, event })
  if (token !== null) await noteStepUp(deps, caller)
  return token
}

/** Removes an authenticator app or a phone number as a factor. */
export async function unenroll(
  deps: Deps,
  caller: FactorCaller,
  method: 'sms' | 'totp',
): Promise<{ success: true }> {
  const { app, userId, sessionId, device } = caller
  const input = { ...claimOf(caller), ...tokenOf(caller), factor: { method } }
  const { factors } = await askVault(deps, { app, call: 'removeFactor', input })
  const event = { kind: 'factor_removed', factor: method } as const
  await applyFactors(deps, { app, userId, sessionId, device, factors, event })
  return { success: true }
}
