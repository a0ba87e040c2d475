import type { VaultInput } from '@sallyport/protocols/vault'
import { confirmFactor } from './confirm-factor.js'
import type { FactorDeps } from './factor-deps.js'
import { listFactors } from './factor-store.js'
import { makeRecoveryCodes } from './recovery-codes.js'
import { removeFactor } from './remove-factor.js'
import { cancelFactorReset, completeFactorReset, startFactorReset } from './reset-factors.js'
import { startFactor } from './start-factor.js'
import { toWireFactors } from './to-wire.js'
import { verifyFactor } from './verify-factor.js'

/** The vault's calls on second factors. */
export const factorHandlers = {
  factorKey: async (_input: VaultInput<'factorKey'>, { factorKey }: FactorDeps) => ({
    publicKey: factorKey.publicKeyPem,
  }),
  listFactors: async (input: VaultInput<'listFactors'>, { db }: FactorDeps) => ({
    factors: toWireFactors(await listFactors(input, db)),
  }),
  startFactor,
  confirmFactor,
  verifyFactor,
  removeFactor,
  makeRecoveryCodes,
  startFactorReset,
  cancelFactorReset,
  completeFactorReset,
}
