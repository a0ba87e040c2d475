/** Values of the large condition set. */
export const setEntries = 100_000
const addedAtOnce = 100

const condition = (field_source, field, operator, value) => ({
  field_source,
  field,
  operator,
  value,
})
const rule = (method, conditions) => ({ name: method, method, action: 'ALLOW', conditions })

/**
 * Wallets of a target that are judged by policies, and how long the last 100 values took to be added to a set of 100,000.
 *
 * @returns `limits`: a wallet with a policy of 20 rules and two limits; `set`: one whose message is looked up in the set.
 */
export async function withPolicies(target) {
  const { ask, post, create } = target
  const policy = async (rules) =>
    (await ask(post('/policies', { version: '1.0', name: 'Bench', chain_type: 'ethereum', rules })))
      .id
  const wallet = async (rules) => (await ask(create({ policy_ids: [await policy(rules)] }))).id
  const limit = async (name) => {
    const window = { type: 'rolling', seconds: 86_400 }
    const counted = { method: 'personal_sign', metric: { function: 'count' }, scope: 'wallet' }
    return (await ask(post('/aggregations', { name, window, ...counted }))).id
  }
  const limits = [await limit('Day'), await limit('Month')]
  const within = limits.map((id) =>
    condition('reference', `aggregation.${id}`, 'lte', '1000000000'),
  )
  const others = Array.from({ length: 19 }, (_, at) =>
    rule('personal_sign', [condition('message', 'content', 'eq', `another text ${at}`)]),
  )
  const set = (await ask(post('/condition_sets', { name: 'Allowed' }))).id
  let savedMs = Number.NaN
  for (let from = 0; from < setEntries; from += addedAtOnce) {
    // The bench signs these texts.
    const items = Array.from({ length: addedAtOnce }, (_, at) => ({
      value: `message ${from + at}`,
    }))
    const startedAt = performance.now()
    await ask(post(`/condition_sets/${set}/condition_set_items`, items))
    savedMs = performance.now() - startedAt
  }
  const inSet = condition('message', 'content', 'in_condition_set', set)
  const ids = {
    limits: await wallet([...others, rule('personal_sign', within)]),
    set: await wallet([rule('personal_sign', [inSet])]),
  }
  return { ids, savedMs }
}
