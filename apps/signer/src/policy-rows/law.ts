import { CallRefused } from '@sallyport/keyholder'
import type { CompiledLimit, CompiledPolicy } from '../policy/compiled.js'
import type { ChainFamily } from '../policy/facts.js'
import type { Law } from '../policy/judge.js'
import { PolicyRefusal } from '../refusals.js'
import type { RowDeps } from '../rows/row-deps.js'
import { valuesOfSet } from './condition-set-rows.js'
import { limitsOfApp } from './limit-rows.js'
import { compiledPolicy } from './policy-rows.js'
import { settingsOf } from './settings.js'

/** What requests of a wallet are judged by, but for who asks and when. */
export type WalletLaw = Pick<Law, 'policies' | 'limits' | 'inSet'>

/**
 * The law of a wallet: its own policies (or those of its signer) and the app's for its kind of chain, all limits of the app, and the
 * sets that these look into.
 *
 * @throws PolicyRefusal when a policy or set that is named is gone: nothing says what is allowed then. RowRefused.
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
  return { policies, limits, inSet: await setsOf({ appId, policies, limits }, rows) }
}

/** Looks values up in the sets that policies and limits name. @throws PolicyRefusal when one is gone; RowRefused. */
export async function setsOf(
  {
    appId,
    policies,
    limits,
  }: {
    appId: string
    policies: readonly CompiledPolicy[]
    limits: readonly CompiledLimit[]
  },
  rows: RowDeps,
): Promise<Law['inSet']> {
  const conditions = [...policies.flatMap(({ rules }) => rules), ...limits].flatMap(
    (each) => each.conditions,
  )
  const sets = new Map<string, ReadonlySet<string>>()
  for (const { operator, values } of conditions) {
    const [setId] = values
    if (operator !== 'in_condition_set' || typeof setId !== 'string' || sets.has(setId)) continue
    const found = await valuesOfSet({ appId, setId }, rows)
    if (!found) throw new PolicyRefusal('A condition set that a policy names is gone')
    sets.set(setId, found)
  }
  return (setId, value) => sets.get(setId)?.has(value) === true
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
