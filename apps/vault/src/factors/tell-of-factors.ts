import { tellUser } from '../notices/tell.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { listFactors } from './factor-store.js'

type Factors = Awaited<ReturnType<typeof listFactors>>

/** Has the user told what a change of factors has added and removed. @param before the factors before the change. */
export async function tellOfFactors(
  user: FactorUser,
  before: Factors,
  deps: FactorDeps,
): Promise<void> {
  const after = await listFactors(user, deps.db)
  const atMs = deps.clock.nowMs()
  // One that took the place of another was proven later.
  const added = methodsOf(after.filter((factor) => !hasSame(before, factor)))
  const removed = methodsOf(before.filter((factor) => !hasPlace(after, factor)))
  for (const method of added) await tellUser(user, { kind: 'factor_enrolled', atMs, method }, deps)
  for (const method of removed) await tellUser(user, { kind: 'factor_removed', atMs, method }, deps)
}

function hasPlace(factors: Factors, { method, factorId }: Factors[number]): boolean {
  return factors.some((each) => each.method === method && each.factorId === factorId)
}

function hasSame(factors: Factors, factor: Factors[number]): boolean {
  return factors.some(
    (each) => hasPlace([each], factor) && each.verifiedAtMs === factor.verifiedAtMs,
  )
}

function methodsOf(factors: Factors) {
  return new Set(factors.map(({ method }) => method))
}
