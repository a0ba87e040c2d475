import type { CompiledLimit, CompiledPolicy, CompiledRule } from './compiled.js'
import { countRequest, type Reservation, type Spender } from './count-request.js'
import type { Action, Facts, Unread } from './facts.js'
import type { Around, InSet } from './match.js'
import { isDenied, type Miss, missOf } from './match-rule.js'
import {
  namedLimit,
  type Refusal,
  refusedByLimit,
  refusedByMiss,
  refusedByRule,
  refusedOutliving,
  refusedUnread,
  refusedWithoutRule,
} from './refusal.js'

/** What a request is judged by. */
export interface Law {
  /** The wallet's (or its signer's own) policy and the app's: all of them must allow. Without any, everything is allowed. */
  policies: readonly CompiledPolicy[]
  /** Every limit of the app: those that no rule refers to count all the same. */
  limits: readonly CompiledLimit[]
  inSet: InSet
  nowSeconds: bigint
  spender: Spender
}

/** What becomes of a request. Allowed is what can also be reserved. */
export type Judgement =
  | { isAllowed: true; reservations: readonly Reservation[]; rules: readonly AllowingRule[] }
  /** `over`: it alone is more than a whole limit. What the limit has left is not known here. */
  | { isAllowed: false; refusal: Refusal; over?: Over }

/** A rule that allows a part of a request. */
interface AllowingRule {
  policyId: string
  rule: string
}

/** What a request takes from a limit that holds less. */
export type Over = Reservation & { most: bigint }

type Cap = CompiledRule['limits'][number]

/**
 * Judges a request: a rule with DENY that meets one of its parts wins; else each part needs a rule with ALLOW, of every policy. A method
 * that no rule names is denied.
 */
export function judge(facts: Facts | Unread, law: Law): Judgement {
  if ('unread' in facts) {
    if (facts.isOpaque && law.policies.length === 0)
      return { isAllowed: true, reservations: [], rules: [] }
    return { isAllowed: false, refusal: refusedUnread(facts.unread) }
  }
  const around: Around = { facts, nowSeconds: law.nowSeconds, inSet: law.inSet }
  const caps: Cap[] = []
  const rules: AllowingRule[] = []
  for (const policy of law.policies) {
    const refusal = judgeBy(policy, { around, caps, rules })
    if (refusal) return { isAllowed: false, refusal }
  }
  return reserve(caps, { around, law, rules })
}

function judgeBy(
  policy: CompiledPolicy,
  { around, caps, rules: allowed }: { around: Around; caps: Cap[]; rules: AllowingRule[] },
): Refusal | null {
  const { method, actions, chain } = around.facts
  const rules = policy.rules.filter((rule) => rule.method === '*' || rule.method === method)
  if (policy.chain !== chain) return refusedWithoutRule(policy, `${method} of ${chain}`)
  for (const rule of rules.filter(({ action }) => action === 'DENY')) {
    if (!actions.some((action) => isDenied(rule, action, around))) continue
    if (rule.limits.length === 0) return refusedByRule(policy, rule.name)
    caps.push(...rule.limits)
  }
  const allowing = rules.filter(({ action }) => action === 'ALLOW')
  const isAlone = actions.every(({ isIncidental }) => isIncidental)
  for (const action of actions) {
    if (action.isIncidental && !isAlone) continue
    const found = allowedBy(allowing, action, around)
    if (!found.rule)
      return found.closest
        ? refusedByMiss(policy, found.closest)
        : refusedWithoutRule(policy, method)
    caps.push(...found.rule.limits)
    allowed.push({ policyId: policy.id, rule: found.rule.name })
  }
  return null
}

/** The rule that allows an action: of several one without limits, else the first. */
function allowedBy(rules: readonly CompiledRule[], action: Action, around: Around) {
  let closest: { rule: string; miss: Miss } | null = null
  const fitting: CompiledRule[] = []
  for (const rule of rules) {
    const miss = missOf(rule, action, around)
    if (!miss) fitting.push(rule)
    else if (!closest || miss.met > closest.miss.met) closest = { rule: rule.name, miss }
  }
  const rule = fitting.find(({ limits }) => limits.length === 0) ?? fitting[0]
  return { rule, closest }
}

function reserve(
  caps: readonly Cap[],
  { around, law, rules }: { around: Around; law: Law; rules: readonly AllowingRule[] },
): Judgement {
  const { reservations, uncounted } = countRequest(law.limits, { around, spender: law.spender })
  const most = new Map<string, bigint>()
  for (const cap of caps) {
    const before = most.get(cap.limitId)
    if (before === undefined || cap.most < before) most.set(cap.limitId, cap.most)
  }
  for (const [limitId, cap] of most) {
    const limit = law.limits.find(({ id }) => id === limitId)
    const why = uncounted.find((each) => each.limitId === limitId)?.why
    if (limit && !why) continue
    const named = limit ?? { id: limitId, name: limitId }
    const refusal =
      limit && why === 'outlives'
        ? refusedOutliving(limit)
        : refusedByLimit(named, { most: cap, left: cap, asked: null })
    return { isAllowed: false, refusal }
  }
  const capped = reservations.map((each) => ({ ...each, most: most.get(each.limitId) ?? null }))
  const over = capped.find((each): each is Over => each.most !== null && each.amount > each.most)
  if (!over) return { isAllowed: true, reservations: capped, rules }
  return { isAllowed: false, refusal: refusedOver(over, { law, taken: 0n }), over }
}

/** Why a request is refused that takes more from a limit than it has left. */
export function refusedOver(
  { limitId, most, amount }: Over,
  { law, taken }: { law: Pick<Law, 'limits'>; taken: bigint },
): Refusal {
  return refusedByLimit(namedLimit(limitId, law.limits), {
    most,
    left: most - taken,
    asked: amount,
  })
}
