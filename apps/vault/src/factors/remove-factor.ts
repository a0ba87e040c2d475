import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput, VaultOutput } from '@sallyport/protocols/vault'
import type { FactorDeps } from './factor-deps.js'
import { listFactors, removeFactors } from './factor-store.js'
import { endOtherProofs } from './note-proof.js'
import { proveFactorUser } from './prove-factor-user.js'
import { requireFactorForChange } from './require-factor.js'
import { tellOfFactors } from './tell-of-factors.js'
import { toWireFactors } from './to-wire.js'

/**
 * Removes a factor of a user whose session has proven one (MFA-08).
 *
 * @throws CallRefused `not_found`, `factor_required`, `invalid_factor_token`.
 */
export async function removeFactor(
  input: VaultInput<'removeFactor'>,
  deps: FactorDeps,
): Promise<VaultOutput<'removeFactor'>> {
  const user = await proveFactorUser(input, deps)
  await requireFactorForChange(user, input.mfaToken, deps)
  const { factor } = input
  const before = await listFactors(user, deps.db)
  const ids = before.filter(({ method }) => method === factor.method).map((each) => each.factorId)
  const removed = factor.method === 'passkey' ? factor.credentialId : ''
  if (!ids.includes(removed)) throw new CallRefused('not_found')
  const keep = ids.filter((id) => id !== removed)
  await removeFactors(user, { method: factor.method, keep }, deps.db)
  await endOtherProofs(user, deps)
  await tellOfFactors(user, before, deps)
  return { factors: toWireFactors(await listFactors(user, deps.db)) }
}
