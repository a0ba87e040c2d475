import type { EmbeddedChain } from '@sallyport/contract'
import { CallRefused } from '@sallyport/keyholder'
import type { CompiledPolicy } from '../policy/compiled.js'
import { familyOf } from '../policy/field-table.js'
import { invalid, missing } from '../refusals.js'
import type { RowDeps } from '../rows/row-deps.js'
import { compiledPolicy } from './policy-rows.js'

/**
 * Refuses policies that a wallet can't have: those of another kind of chain, which would allow nothing, and those that the app does not have.
 *
 * @throws CallRefused `invalid_request` and `not_found`, which name the field and the policy.
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
  const lists = [
    { field: 'policy_ids', ids: policyIds },
    ...signers.map((signer, at) => ({
      field: `additional_signers[${at}].override_policy_ids`,
      ids: signer.policyIds,
    })),
  ]
  for (const { field, ids } of lists)
    for (const policyId of ids) {
      const { chain } = await requirePolicy({ appId, policyId, field }, rows)
      if (chain !== familyOf(chainType))
        throw invalid(
          `${field}: the policy ${policyId} is for ${chain}, and the wallet is on ${chainType}`,
          field,
        )
    }
}

/** A policy that a body names. @throws CallRefused `not_found` that names the field and the policy; RowRefused. */
export async function requirePolicy(
  { field, ...named }: { appId: string; policyId: string; field: string },
  rows: RowDeps,
): Promise<CompiledPolicy> {
  try {
    return await compiledPolicy(named, rows)
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'not_found')
      throw missing(`${field}: the app has no policy ${named.policyId}`, field)
    throw error
  }
}
