import type { CompiledLimit } from './compiled.js'
import { countRequest, type Reservation, walletScopeKey } from './count-request.js'
import type { Facts } from './facts.js'
import type { Judgement, Law } from './judge.js'

/** What a request asks of a limit that a policy refers to, and the most that the limit may hold. */
type ReferredLimit = Reservation & { most: bigint }

/**
 * The limits that rules of the policies refer to, with what the request asks of each, in the order of the rules. A limit that a request
 * takes nothing from is there with 0; one that counts by recipient or by fields is there only for what the request asks, and none is
 * whose amount cannot be read.
 */
export function referredLimits(
  { facts, judgement }: { facts: Facts; judgement: Judgement },
  law: Law,
): ReferredLimit[] {
  const { nowSeconds, inSet, spender } = law
  const counted = countRequest(law.limits, { around: { facts, nowSeconds, inSet }, spender })
  const isUncounted = (id: string) => counted.uncounted.some(({ limitId }) => limitId === id)
  const capped = judgement.isAllowed ? judgement.reservations : []
  return [...mostOfRules(law, facts.method)].flatMap(([limitId, mostOfRule]) => {
    const limit = law.limits.find(({ id }) => id === limitId)
    if (!limit || isUncounted(limitId)) return []
    const most = capped.find((each) => each.limitId === limitId)?.most ?? mostOfRule
    const asked = counted.reservations.filter((each) => each.limitId === limitId)
    return (asked.length > 0 ? asked : untouched(limit, spender)).map((each) => ({ ...each, most }))
  })
}

/** The least that rules of the method allow of each limit, else the least of all rules. */
function mostOfRules({ policies }: Law, method: string): Map<string, bigint> {
  const rules = policies.flatMap((policy) => policy.rules)
  const fits = (rule: { method: string }) => rule.method === '*' || rule.method === method
  const most = new Map<string, { isFitting: boolean; most: bigint }>()
  for (const rule of rules)
    for (const { limitId, most: cap } of rule.limits) {
      const before = most.get(limitId)
      const isFitting = fits(rule)
      const isCloser = before === undefined || (isFitting && !before.isFitting)
      const isStricter = before?.isFitting === isFitting && cap < before.most
      if (isCloser || isStricter) most.set(limitId, { isFitting, most: cap })
    }
  return new Map([...most].map(([limitId, each]) => [limitId, each.most]))
}

/** What a request that takes nothing asks of a limit that counts all requests of the app or of the wallet together. */
function untouched({ id, scope, groupBy, windowMs }: CompiledLimit, spender: Law['spender']) {
  if (groupBy.length > 0 || (scope !== 'app' && scope !== 'wallet')) return []
  const scopeKey = scope === 'app' ? 'app' : walletScopeKey(spender.walletId)
  return [{ limitId: id, scopeKey, amount: 0n, most: null, windowMs }]
}
