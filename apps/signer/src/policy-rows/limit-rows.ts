import type { Aggregation, AggregationInput } from '@sallyport/contract/wallet-api'
import { compileLimit } from '../policy/compile.js'
import type { CompiledLimit, PolicyProblem } from '../policy/compiled.js'
import type { ChainFamily } from '../policy/facts.js'
import { type RuleMethod, ruleMethods } from '../policy/field-table.js'
import { type AppRow, listAppRows, madeOf } from '../rows/app-rows.js'
import type { RowDeps } from '../rows/row-deps.js'
import { notCompiled } from './parse-body.js'
import { requireSets } from './require-sets.js'

/** What a limit adds up, as the wire has it. */
type LimitFields = Omit<AggregationInput, 'owner' | 'owner_id'>

/** A limit as the signer keeps it. */
export interface LimitRow extends AppRow {
  fields: LimitFields
  owner: string | null
  createdAtMs: number
}

/** Where a limit is. */
export function placeOfLimit({ appId, aggregationId }: { appId: string; aggregationId: string }) {
  return { appId, kind: 'aggregation', id: aggregationId } as const
}

/** Every limit of an app that counts requests of a kind of chain. */
export async function limitsOfApp(
  { appId, chain }: { appId: string; chain: ChainFamily },
  rows: RowDeps,
): Promise<CompiledLimit[]> {
  const limits: CompiledLimit[] = []
  for (const [id, row] of await listAppRows<LimitRow>({ appId, kind: 'aggregation' }, rows)) {
    const place = placeOfLimit({ appId, aggregationId: id })
    const compiled = await madeOf({ place, row, as: 'compiled' }, rows, async ({ fields }) =>
      compileFor(id, fields),
    )
    const limit = compiled.get(chain)
    if (limit) limits.push(limit)
  }
  return limits
}

/** Checks that a limit can count, and that the sets that it names are there. @throws CallRefused `invalid_request` with every problem. */
export async function checkLimit(
  { appId, id, fields }: { appId: string; id: string; fields: LimitFields },
  rows: RowDeps,
): Promise<void> {
  compileFor(id, fields)
  await requireSets({ appId, conditions: fields.conditions ?? [], path: 'conditions' }, rows)
}

/** A limit as the wire has it. */
export function describeLimit(id: string, { fields, createdAtMs, owner }: LimitRow): Aggregation {
  return { ...fields, id, created_at: createdAtMs, owner_id: owner }
}

/** A limit for each kind of chain whose requests it counts: one that has no meaning on a chain counts nothing there. */
function compileFor(id: string, fields: LimitFields): ReadonlyMap<ChainFamily, CompiledLimit> {
  const limits = new Map<ChainFamily, CompiledLimit>()
  let problems: readonly PolicyProblem[] = []
  for (const chain of chainsOf(fields.method)) {
    const result = compileLimit({ ...fields, id }, { chain })
    if ('limit' in result) limits.set(chain, result.limit)
    else if (problems.length === 0) problems = result.problems
  }
  if (limits.size === 0) throw notCompiled(problems)
  return limits
}

function chainsOf(method: string): readonly ChainFamily[] {
  return Object.hasOwn(ruleMethods, method) ? ruleMethods[method as RuleMethod] : ['ethereum']
}
