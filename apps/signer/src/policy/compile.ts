import type { AggregationInput, PolicyRuleInput } from '@sallyport/contract/wallet-api'
import { type Compiled, compileCondition, compileField, type Place } from './compile-condition.js'
import type {
  CompiledCondition,
  CompiledField,
  CompiledLimit,
  CompiledPolicy,
  CompiledRule,
  PolicyProblem,
} from './compiled.js'
import type { ChainFamily } from './facts.js'
import { familyOf, type RuleMethod, ruleMethods } from './field-table.js'

/** A policy as it is saved. */
interface PolicySource {
  id: string
  /** Counts its changes. */
  revision: number
  name: string
  chain_type: string
  rules: readonly PolicyRuleInput[]
}

/**
 * A policy that is ready to judge, or everything that is wrong with it.
 *
 * @param limits  Ids of the limits that the app has: rules may refer to no others.
 */
export function compilePolicy(
  source: PolicySource,
  { limits }: { limits: ReadonlySet<string> },
): { policy: CompiledPolicy } | { problems: readonly PolicyProblem[] } {
  const chain = familyOf(source.chain_type)
  if (!chain) return { problems: [unknownChain(source.chain_type)] }
  const problems: PolicyProblem[] = []
  const rules = source.rules.map((rule, at) =>
    compileRule(rule, { place: { path: `rules[${at}]`, chain }, limits, problems }),
  )
  if (problems.length > 0) return { problems }
  const { id, revision, name } = source
  return { policy: { id, revision, name, chain, rules } }
}

function unknownChain(chainType: string): PolicyProblem {
  return {
    path: 'chain_type',
    problem: `${chainType} is not offered`,
    mend: 'use ethereum, solana, bitcoin-segwit or bitcoin-taproot',
  }
}

interface RuleGiven {
  place: Place
  limits: ReadonlySet<string>
  problems: PolicyProblem[]
}

function compileRule(rule: PolicyRuleInput, { place, limits, problems }: RuleGiven): CompiledRule {
  const method = compileMethod(rule.method, place, problems)
  const conditions: CompiledCondition[] = []
  const capped: CompiledRule['limits'][number][] = []
  for (const [at, each] of rule.conditions.entries()) {
    const { value, problem } = compileCondition(each, {
      ...place,
      path: `${place.path}.conditions[${at}]`,
    })
    if (problem) problems.push(problem)
    else if (value.source === 'reference')
      capped.push(...capOf(value, { action: rule.action, limits, problems }))
    else conditions.push(value)
  }
  return { name: rule.name, method, action: rule.action, conditions, limits: capped }
}

function compileMethod(
  method: string,
  { path, chain }: Place,
  problems: PolicyProblem[],
): RuleMethod {
  const chains = Object.hasOwn(ruleMethods, method) ? ruleMethods[method as RuleMethod] : undefined
  const isOfChain = chains?.some((each) => each === chain)
  if (!isOfChain) {
    const known = Object.entries(ruleMethods).filter(([, each]) =>
      each.some((one) => one === chain),
    )
    problems.push({
      path: path === '' ? 'method' : `${path}.method`,
      problem: chains ? `${method} is not a method of ${chain}` : `${method} is not offered`,
      mend: `use one of ${known.map(([name]) => name).join(', ')}`,
    })
  }
  // One of the table, or the policy is refused.
  return method as RuleMethod
}

/** What may be spent: an ALLOW holds up to its value, a DENY forbids what is beyond it. */
function capOf(
  { field, operator, values, path }: CompiledCondition,
  {
    action,
    limits,
    problems,
  }: Pick<RuleGiven, 'limits' | 'problems'> & { action: CompiledRule['action'] },
): CompiledRule['limits'] {
  const limitId = field.slice('aggregation.'.length)
  const [value] = values
  if (!limits.has(limitId))
    problems.push({
      path: `${path}.field`,
      problem: `there is no limit ${limitId}`,
      mend: 'create the limit first',
    })
  const isWithin = action === 'ALLOW' ? ['lt', 'lte'] : ['gt', 'gte']
  if (!isWithin.includes(operator) || typeof value !== 'bigint') {
    problems.push({
      path: `${path}.operator`,
      problem: `${operator} is not a limit in a rule with ${action}`,
      mend: `use ${isWithin.join(' or ')}`,
    })
    return []
  }
  // "At least 10 is refused" leaves 9.
  const most = operator === 'lt' || operator === 'gte' ? value - 1n : value
  return [{ limitId, most }]
}

/** A limit that is ready to count, or everything that is wrong with it. */
export function compileLimit(
  source: Omit<AggregationInput, 'owner' | 'owner_id'> & { id: string },
  { chain }: { chain: ChainFamily },
): { limit: CompiledLimit } | { problems: readonly PolicyProblem[] } {
  const problems: PolicyProblem[] = []
  const method = compileMethod(source.method, { path: '', chain }, problems)
  const collect = <T>(compiled: Compiled<T>): T[] => {
    if (!compiled.problem) return [compiled.value]
    problems.push(compiled.problem)
    return []
  }
  const { metric } = source
  const sumOf: CompiledField | undefined =
    metric.function === 'sum'
      ? collect(compileField(metric, { path: 'metric', chain }))[0]
      : undefined
  if (sumOf && sumOf.kind !== 'integer')
    problems.push({
      path: 'metric.field',
      problem: `${sumOf.field} is not a number`,
      mend: 'sum an amount or a value',
    })
  const conditions = (source.conditions ?? []).flatMap((each, at) =>
    collect(compileCondition(each, { path: `conditions[${at}]`, chain })),
  )
  const groupBy = (source.group_by ?? []).flatMap((each, at) =>
    collect(compileField(each, { path: `group_by[${at}]`, chain })),
  )
  if (problems.length > 0) return { problems }
  const { id, name, window, scope = 'app' } = source
  const counted = {
    sumOf: sumOf ?? null,
    windowMs: window.seconds * 1_000,
    validMs: window.seconds * 1_000,
    scope,
  }
  return { limit: { id, name, method, ...counted, conditions, groupBy } }
}
