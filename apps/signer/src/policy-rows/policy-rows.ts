import type { PolicyRule, PolicyRuleInput } from '@sallyport/contract/wallet-api'
import type { SignerOutput } from '@sallyport/protocols/signer'
import { compilePolicy } from '../policy/compile.js'
import type { CompiledPolicy } from '../policy/compiled.js'
import { lintPolicy, type PolicyNote } from '../policy/lint.js'
import { type AppRow, listAppRows, madeOf, readAppRow } from '../rows/app-rows.js'
import { newResourceId } from '../rows/resource-id.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { LimitRow } from './limit-rows.js'
import { notCompiled } from './parse-body.js'
import { requireSets } from './require-sets.js'

/** A policy as the signer keeps it. */
export interface PolicyRow extends AppRow {
  name: string
  chainType: string
  rules: readonly PolicyRule[]
  /** Id of the quorum that owns it. */
  owner: string | null
  createdAtMs: number
}

type Named = { appId: string; policyId: string }

/** Where a policy is. */
export function placeOfPolicy({ appId, policyId }: Named) {
  return { appId, kind: 'policy', id: policyId } as const
}

/** A policy of the app. @throws CallRefused `not_found`; RowRefused. */
export function readPolicyRow(named: Named, rows: RowDeps): Promise<PolicyRow> {
  return readAppRow<PolicyRow>(placeOfPolicy(named), rows)
}

/** A policy of the app, ready to judge. @throws CallRefused `not_found`; RowRefused. */
export async function compiledPolicy(named: Named, rows: RowDeps): Promise<CompiledPolicy> {
  const row = await readPolicyRow(named, rows)
  const place = placeOfPolicy(named)
  return madeOf({ place, row, as: 'compiled' }, rows, async ({ rules }) => {
    // Limits were there when it was saved. One that is gone by now refuses what refers to it.
    const limits = new Set(limitsOf(rules))
    return compiled(sourceOf(named.policyId, row), limits)
  })
}

/**
 * Checks that rules can be compiled and that what they refer to is there.
 *
 * @returns The policy, and what is suspicious about it.
 * @throws CallRefused `invalid_request` with every problem.
 */
export async function checkPolicy(
  { appId, policyId, row }: Named & { row: Omit<PolicyRow, keyof AppRow> },
  rows: RowDeps,
): Promise<{ policy: CompiledPolicy; notes: PolicyNote[] }> {
  const limits = await listAppRows<LimitRow>({ appId, kind: 'aggregation' }, rows)
  const source = sourceOf(policyId, { ...row, version: 1 })
  const policy = compiled(source, new Set(limits.keys()))
  for (const [at, { conditions }] of row.rules.entries())
    await requireSets({ appId, conditions, path: `rules[${at}].conditions` }, rows)
  const counted = new Map([...limits].map(([id, { fields }]) => [id, fields]))
  return { policy, notes: lintPolicy(policy, counted) }
}

/** Rules with ids: those that they were given, or new ones. */
export function withIds(rules: readonly PolicyRuleInput[]): PolicyRule[] {
  const used = new Set<string>()
  return rules.map((rule) => {
    const id = rule.id !== undefined && !used.has(rule.id) ? rule.id : newResourceId()
    used.add(id)
    return { ...rule, id }
  })
}

/** A policy as the wire has it. */
export function describePolicy(
  id: string,
  { name, chainType, rules, createdAtMs, owner }: PolicyRow,
): SignerOutput<'readPolicy'>['policy'] {
  return {
    ...{ id, version: '1.0' as const, name, chain_type: chainType },
    rules: rules.map((rule) => ({ ...rule })),
    ...{ created_at: createdAtMs, owner_id: owner },
  }
}

function compiled(source: Parameters<typeof compilePolicy>[0], limits: ReadonlySet<string>) {
  const result = compilePolicy(source, { limits })
  if ('problems' in result) throw notCompiled(result.problems)
  return result.policy
}

function sourceOf(
  id: string,
  { version, name, chainType, rules }: Pick<PolicyRow, 'version' | 'name' | 'chainType' | 'rules'>,
) {
  return { id, revision: version, name, chain_type: chainType, rules }
}

function limitsOf(rules: readonly PolicyRule[]): string[] {
  return rules.flatMap(({ conditions }) =>
    conditions
      .filter((each) => each.field_source === 'reference')
      .map(({ field }) => field.replace(/^aggregation\./, '')),
  )
}
