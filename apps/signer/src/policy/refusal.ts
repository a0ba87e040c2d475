import type { CompiledCondition, CompiledPolicy } from './compiled.js'
import type { Seen } from './facts.js'
import type { Miss } from './match-rule.js'

/** Why a request is refused, in words and in parts. */
export interface Refusal {
  /** For people: policy, rule, field, what was seen and what is allowed. */
  reason: string
  policyId: string | null
  policyRevision: number | null
  rule: string | null
  /** `<field source>.<field>`. */
  field: string | null
  seen: string | null
  expected: string | null
  /** The limit that is used up, and what is left of it. */
  limitId: string | null
  left: string | null
}

const longestValue = 120
const mostValues = 5

const nothing = {
  policyId: null,
  policyRevision: null,
  rule: null,
  field: null,
  seen: null,
  expected: null,
  limitId: null,
  left: null,
}

/** A request that is refused before any policy is asked. */
export function refusedUnjudged(reason: string): Refusal {
  return { ...nothing, reason }
}

/** A request whose bytes cannot be read. */
export function refusedUnread(why: string): Refusal {
  return refusedUnjudged(`The request cannot be judged: ${why}.`)
}

/** A rule with DENY. */
export function refusedByRule(policy: CompiledPolicy, rule: string): Refusal {
  return {
    ...nothing,
    ...named(policy),
    rule,
    reason: `${words(policy)} denies this by its rule "${rule}".`,
  }
}

/** A method that no rule names. */
export function refusedWithoutRule(policy: CompiledPolicy, method: string): Refusal {
  return {
    ...nothing,
    ...named(policy),
    reason: `${words(policy)} has no rule that allows ${method}.`,
  }
}

/** The rule with ALLOW that came closest. */
export function refusedByMiss(
  policy: CompiledPolicy,
  { rule, miss }: { rule: string; miss: Miss },
): Refusal {
  const { condition, seen } = miss
  if (!condition) return refusedWithoutRule(policy, rule)
  const field = `${condition.source}.${condition.field}`
  const expected = expectedBy(condition)
  const shown = miss.isUnread ? 'more than the transfers that can be read' : shownSeen(seen)
  return {
    ...nothing,
    ...named(policy),
    rule,
    field,
    seen: shown,
    expected,
    reason: `${words(policy)}, rule "${rule}": ${field} is ${shown}, allowed is ${expected}.`,
  }
}

/** A limit as refusals name it: by its id where it is gone. */
export function namedLimit(
  id: string,
  limits: readonly { id: string; name: string }[],
): { id: string; name: string } {
  return { id, name: limits.find((each) => each.id === id)?.name ?? id }
}

/** A limit that would be passed. */
export function refusedByLimit(
  limit: { id: string; name: string },
  { most, left, asked }: { most: bigint; left: bigint; asked: bigint | null },
): Refusal {
  const rest = left < 0n ? 0n : left
  const wanted = asked === null ? 'an amount that cannot be read' : String(asked)
  return {
    ...nothing,
    limitId: limit.id,
    left: String(rest),
    seen: asked === null ? null : String(asked),
    expected: `at most ${most}`,
    reason: `The limit "${limit.name}" of ${most} has ${rest} left, and the request asks for ${wanted}.`,
  }
}

/** Something for others to carry out, which stays valid for longer than a limit looks back. */
export function refusedOutliving(limit: { id: string; name: string; validMs: number }): Refusal {
  const most = `${Math.floor(limit.validMs / 1_000)} s`
  return {
    ...nothing,
    limitId: limit.id,
    expected: `valid for at most ${most}`,
    reason: `What is signed stays valid for longer than ${most}: kept back and carried out later, it would pass the limit "${limit.name}". Ask for one that ends sooner.`,
  }
}

function named({ id, revision }: CompiledPolicy) {
  return { policyId: id, policyRevision: revision }
}

function words({ name, revision }: CompiledPolicy): string {
  return `Policy "${name}" (revision ${revision})`
}

function shownSeen(seen: Seen): string {
  if (seen === 'absent') return 'not there'
  return seen === 'unreadable' ? 'not readable' : cut(String(seen.known))
}

const phrases: Readonly<Record<CompiledCondition['operator'], string>> = {
  eq: '',
  in: 'one of ',
  in_condition_set: 'in the set ',
  gt: 'more than ',
  gte: 'at least ',
  lt: 'less than ',
  lte: 'at most ',
  contains: 'a text with ',
  starts_with: 'a text that starts with ',
  ends_with: 'a text that ends with ',
}

function expectedBy({ operator, values }: CompiledCondition): string {
  const shown = values.slice(0, mostValues).map((value) => cut(String(value)))
  const more = values.length > mostValues ? ` and ${values.length - mostValues} more` : ''
  return `${phrases[operator]}${shown.join(', ')}${more}`
}

/** Values come from the request: without control characters, and short. */
function cut(text: string): string {
  const inert = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return inert.length > longestValue ? `${inert.slice(0, longestValue)}…` : inert
}
