import { policyUpdate } from '@sallyport/contract/wallet-api'
import { type SignerInput, type SignerOutput, walletChange } from '@sallyport/protocols/signer'
import { parseBody } from '../../policy-rows/parse-body.js'
import {
  checkPolicy,
  type PolicyRow,
  readPolicyRow,
  withIds,
} from '../../policy-rows/policy-rows.js'
import { rulesAfter } from '../../policy-rows/rules.js'
import { inApp } from '../../rows/in-app.js'
import { readOwner, requireOwner } from '../../rows/owners.js'
import { readQuorum } from '../../rows/quorum-rows.js'
import type { RowDeps } from '../../rows/row-deps.js'
import type { SignerDeps } from '../../signer-deps.js'
import { requireQuorumChange } from './quorums.js'
import { requireChange } from './update-wallet.js'
import { lockWallet } from './wallet-rows.js'

type Change = SignerInput<'checkChange'>

/**
 * Refuses a change of a wallet, a policy, a rule or a quorum that could not be carried out even with all signatures. Nothing is changed.
 *
 * @throws CallRefused `not_found`, also for what the body names, and `invalid_request`, which name the field; RowRefused.
 */
export function checkChange(
  change: Change,
  deps: SignerDeps,
): Promise<SignerOutput<'checkChange'>> {
  return inApp({ appId: change.appId, kind: 'use' }, deps, async (rows) => {
    const { appId, resource, id, request } = change
    const nowMs = deps.clock.nowMs()
    if (resource === 'wallets') {
      const wallet = await lockWallet({ appId, walletId: id }, rows)
      await requireChange({ wallet, body: parseBody(walletChange, request.body), nowMs }, rows)
    }
    if (resource === 'key_quorums')
      await requireQuorumChange(await readQuorum({ appId, quorumId: id }, rows), request.body, rows)
    if (resource === 'policies') await requirePolicyChange(change, { nowMs, rows })
    return {}
  })
}

async function requirePolicyChange(
  { appId, id: policyId, ruleId, request: { method = 'POST', url, body } }: Change,
  { nowMs, rows }: { nowMs: number; rows: RowDeps },
): Promise<void> {
  const before = await readPolicyRow({ appId, policyId }, rows)
  const isOfRule = ruleId !== undefined || url.endsWith('/rules')
  const row = isOfRule
    ? { ...before, ...rulesOf(before, { method, ruleId, body }) }
    : await changedPolicy(before, { appId, body, nowMs }, rows)
  await checkPolicy({ appId, policyId, row }, rows)
}

function rulesOf(
  { rules }: PolicyRow,
  { method, ruleId, body }: { method: string; ruleId: string | undefined; body: unknown },
) {
  // The routes of rules have no other methods.
  const known = (['POST', 'PATCH', 'DELETE'] as const).find((each) => each === method) ?? 'POST'
  const change = { method: known, body, ...(ruleId !== undefined && { ruleId }) }
  return { rules: rulesAfter(rules, change).rules }
}

async function changedPolicy(
  before: PolicyRow,
  { appId, body, nowMs }: { appId: string; body: unknown; nowMs: number },
  rows: RowDeps,
): Promise<PolicyRow> {
  const { name = before.name, rules, ...ownership } = parseBody(policyUpdate, body)
  const owner = readOwner(ownership)
  if (owner !== undefined) await requireOwner({ appId, owner, nowMs }, rows)
  return { ...before, name, ...(rules && { rules: withIds(rules) }) }
}
