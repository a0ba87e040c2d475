import { policyInput, policyUpdate } from '@sallyport/contract/wallet-api'
import type { AuthorizedRequest, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { GovernedAct } from '../quorum/roles.js'
import { writeAppRow } from '../rows/app-rows.js'
import { authorizeChange } from '../rows/authorized-change.js'
import { inApp } from '../rows/in-app.js'
import { namedOwner, readOwner } from '../rows/owners.js'
import { newResourceId } from '../rows/resource-id.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { SignerDeps } from '../signer-deps.js'
import { parseBody } from './parse-body.js'
import {
  checkPolicy,
  describePolicy,
  type PolicyRow,
  placeOfPolicy,
  readPolicyRow,
  withIds,
} from './policy-rows.js'

/** Makes a policy. @throws CallRefused `invalid_request` that says what is wrong with it, `not_found` for an owner. */
export function createPolicy(
  { appId, body }: SignerInput<'createPolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'createPolicy'>> {
  return inApp({ appId, kind: 'begin-change' }, deps, async (rows) => {
    const { name, chain_type: chainType, rules, ...ownership } = parseBody(policyInput, body)
    const nowMs = deps.clock.nowMs()
    const owner = readOwner(ownership) ?? null
    const row = {
      ...{ name, chainType, rules: withIds(rules), createdAtMs: nowMs },
      owner: await namedOwner({ appId, owner, nowMs }, rows),
    }
    return savePolicy({ appId, policyId: newResourceId(), row }, rows)
  })
}

/** A policy of the app. @throws CallRefused `not_found`; RowRefused. */
export function readPolicy(
  { appId, policyId }: SignerInput<'readPolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'readPolicy'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => ({
    policy: describePolicy(policyId, await readPolicyRow({ appId, policyId }, rows)),
  }))
}

/** Changes name, rules or owner of a policy, by a request that its owner has signed. */
export function updatePolicy(
  { appId, policyId, request }: SignerInput<'updatePolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'updatePolicy'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const before = await readPolicyRow({ appId, policyId }, rows)
    const { name = before.name, rules, ...ownership } = parseBody(policyUpdate, request.body)
    const owner = readOwner(ownership)
    const nowMs = deps.clock.nowMs()
    await authorizePolicyChange(
      { appId, policyId, version: before.version, request, method: 'PATCH' },
      {
        owner: before.owner,
        nowMs,
        acts: owner === undefined ? ['policies'] : ['policies', 'owners'],
      },
      rows,
    )
    const row = {
      ...before,
      name,
      ...(rules && { rules: withIds(rules) }),
      ...(owner !== undefined && { owner: await namedOwner({ appId, owner, nowMs }, rows) }),
    }
    return savePolicy({ appId, policyId, row }, rows)
  })
}

/** Ends a policy, by a request that its owner has signed. A wallet that names it signs nothing until it names another. */
export function deletePolicy(
  { appId, policyId, request }: SignerInput<'deletePolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'deletePolicy'>> {
  return inApp({ appId, kind: 'change' }, deps, async (rows) => {
    const before = await readPolicyRow({ appId, policyId }, rows)
    await authorizePolicyChange(
      { appId, policyId, version: before.version, request, method: 'DELETE' },
      { owner: before.owner, nowMs: deps.clock.nowMs(), acts: ['policies'] },
      rows,
    )
    const place = placeOfPolicy({ appId, policyId })
    await writeAppRow<PolicyRow>(place, { ...before, isDeleted: true }, rows)
    return {}
  })
}

/** Checks and writes a policy. @throws CallRefused `invalid_request` with every problem. */
export async function savePolicy(
  given: { appId: string; policyId: string; row: Parameters<typeof checkPolicy>[0]['row'] },
  rows: RowDeps,
): Promise<SignerOutput<'createPolicy'>> {
  const { notes } = await checkPolicy(given, rows)
  const { policyId, row } = given
  const saved = await writeAppRow<PolicyRow>(placeOfPolicy(given), row, rows)
  return { policy: describePolicy(policyId, saved), notes }
}

/** Passes when a policy's owner has signed a change of it, or of a part of it. */
export function authorizePolicyChange(
  change: {
    appId: string
    policyId: string
    version: number
    request: AuthorizedRequest
    method: 'POST' | 'PATCH' | 'DELETE'
    /** Of a part, such as `/rules/<id>`. */
    part?: string
  },
  demand: { owner: string | null; nowMs: number; acts: readonly GovernedAct[] },
  rows: RowDeps,
): Promise<boolean> {
  const { appId, policyId, version, request, method, part = '' } = change
  const row = { table: 'policy', id: policyId, version } as const
  return authorizeChange(
    { appId, row, request, method, path: `/policies/${policyId}${part}` },
    demand,
    rows,
  )
}
