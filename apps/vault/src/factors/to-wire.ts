import type { VaultOutput } from '@sallyport/protocols/vault'
import type { listFactors } from './factor-store.js'

/** The factors of a user as the vault answers them. */
export function toWireFactors(
  factors: Awaited<ReturnType<typeof listFactors>>,
): VaultOutput<'listFactors'>['factors'] {
  return factors.map(({ method, factorId, verifiedAtMs }) =>
    method === 'passkey'
      ? { method, credentialId: factorId, verifiedAtMs }
      : { method, verifiedAtMs },
  )
}
