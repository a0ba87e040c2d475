import { CallRefused } from '@sallyport/keyholder'
import type { CompiledLimit, CompiledPolicy } from '../policy/compiled.js'
import type { ChainFamily } from '../policy/facts.js'
import type { Law } from '../policy/judge.js'
import { PolicyRefusal } from '../refusals.js'
import type { RowDeps } from '../rows/row-deps.js'
import { type SetValues, valuesOfSet } from './condition-set-rows.js'
import { limitsOfApp } from './limit-rows.js'
import { compiledPolicy } from './policy-rows.js'
import { settingsOf } from './settings.js'

/** What requests of a wallet are judged by, but for who asks and when. */
export type WalletLaw = Pick<Law, 'policies' | 'limits' | 'inSet'>

type Named = { appId: string }

/**
 * The law of a wallet: its own policies (or those of its signer) and the app's for its kind of chain, all limits of the app, and the
 * sets that these look into.
 *
 * @throws PolicyRefusal when a policy is gone, or a set that one names: nothing says what is allowed then. RowRefused.
 */
export async function lawOf(
  { appId, chain, policyIds }: { appId: string; chain: ChainFamily; policyIds: readonly string[] },
  rows: RowDeps,
): Promise<WalletLaw> {
  const policies: CompiledPolicy[] = []
  for (const policyId of policyIds) policies.push(await readNamed({ appId, policyId }, rows))
  for (const policyId of (await settingsOf(appId, rows)).policyIds) {
    const policy = await readNamed({ appId, policyId }, rows)
    if (policy.chain === chain) policies.push(policy)
  }
  const limits = await limitsOfApp({ appId, chain }, rows)
  return withSets({ appId, policies, limits }, rows)
}

/**
 * Policies and limits with the sets that they name. A limit whose set is gone counts nothing, and the rules that refer to it allow nothing; a
 * limit that anyone with the app's secret has made stops no other rule.
 *
 * @throws PolicyRefusal when a set that a policy names is gone; RowRefused.
 */
export async function withSets(
  { appId, policies, limits }: Named & Omit<WalletLaw, 'inSet'>,
  rows: RowDeps,
): Promise<WalletLaw> {
  const sets = new Map<string, SetValues>()
  for (const setId of setsIn(policies.flatMap(({ rules }) => rules)))
    if (!(await loadSet({ appId, setId, sets }, rows)))
      throw new PolicyRefusal('A condition set that a policy names is gone')
  const counting: CompiledLimit[] = []
  for (const limit of limits) {
    const found: boolean[] = []
    for (const setId of setsIn([limit])) found.push(await loadSet({ appId, setId, sets }, rows))
    if (!found.includes(false)) counting.push(limit)
  }
  const inSet: WalletLaw['inSet'] = (setId, value, kind) =>
    sets.get(setId)?.has(value, kind) === true
  return { policies, limits: counting, inSet }
}

/** Ids of the sets that conditions look into. */
function setsIn(of: readonly Pick<CompiledLimit, 'conditions'>[]): string[] {
  return of.flatMap(({ conditions }) =>
    conditions.flatMap(({ operator, values: [setId] }) =>
      operator === 'in_condition_set' && typeof setId === 'string' ? [setId] : [],
    ),
  )
}

async function loadSet(
  { appId, setId, sets }: Named & { setId: string; sets: Map<string, SetValues> },
  rows: RowDeps,
): Promise<boolean> {
  if (sets.has(setId)) return true
  const found = await valuesOfSet({ appId, setId }, rows)
  if (found) sets.set(setId, found)
  return found !== undefined
}

async function readNamed(
  named: { appId: string; policyId: string },
  rows: RowDeps,
): Promise<CompiledPolicy> {
  try {
    return await compiledPolicy(named, rows)
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'not_found')
      throw new PolicyRefusal('The policy of the wallet is gone')
    throw error
  }
}
