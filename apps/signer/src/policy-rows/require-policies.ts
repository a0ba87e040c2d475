import type { EmbeddedChain } from '@sallyport/contract'
import { familyOf } from '../policy/field-table.js'
import { invalid } from '../refusals.js'
import type { RowDeps } from '../rows/row-deps.js'
import { compiledPolicy } from './policy-rows.js'

/**
 * Refuses policies that a wallet can't have: those of another kind of chain, which would allow nothing, and those that the app does not have.
 *
 * @throws CallRefused `invalid_request`, `not_found`.
 */
export async function requirePolicies(
  {
    appId,
    chainType,
    signers,
    policyIds,
  }: {
    appId: string
    chainType: EmbeddedChain
    signers: readonly { policyIds: readonly string[] }[]
    policyIds: readonly string[]
  },
  rows: RowDeps,
): Promise<void> {
  const ids = new Set([...policyIds, ...signers.flatMap((signer) => signer.policyIds)])
  for (const policyId of ids) {
    const { chain } = await compiledPolicy({ appId, policyId }, rows)
    if (chain !== familyOf(chainType)) throw invalid('A policy is of another kind of chain')
  }
}
