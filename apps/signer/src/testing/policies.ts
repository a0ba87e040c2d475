import {
  completeTransaction,
  type PolicyCondition,
  readWalletRpc,
} from '@sallyport/contract/wallet-api'
import { compileLimit, compilePolicy } from '../policy/compile.js'
import type { CompiledLimit, CompiledPolicy } from '../policy/compiled.js'
import type { ChainFamily, Facts, Unread } from '../policy/facts.js'
import { type Judgement, judge, type Law } from '../policy/judge.js'
import type { BitcoinPlace } from '../policy/read-bitcoin.js'
import { readRequest } from '../policy/read-request.js'

/* Policies and requests as JSON, for tests. */

/** The wallet that is asked. */
export const ownAddress = `0x${'0a'.repeat(20)}`
/** Accounts and contracts. */
export const alice = `0x${'a1'.repeat(20)}`
export const mallory = `0x${'bd'.repeat(20)}`
export const usdc = `0x${'c0'.repeat(20)}`

/** An id of 24 letters. */
export const idOf = (text: string) => text.padEnd(24, '0')

type RuleJson = {
  name?: string
  method: string
  action?: 'ALLOW' | 'DENY'
  conditions?: PolicyCondition[]
}

/** A condition as it is on the wire. */
export function where(
  field: string,
  operator: PolicyCondition['operator'],
  value: string | string[],
  more: Partial<PolicyCondition> = {},
): PolicyCondition {
  const at = field.indexOf('.')
  return { field_source: field.slice(0, at), field: field.slice(at + 1), operator, value, ...more }
}

/** Problems of a policy, or the policy. */
export function compiled(
  rules: readonly RuleJson[],
  { chain = 'ethereum', limits = [] as string[], name = 'Test' } = {},
) {
  const whole = rules.map((rule) => ({
    name: rule.name ?? `${rule.action ?? 'ALLOW'} ${rule.method}`,
    method: rule.method,
    action: rule.action ?? ('ALLOW' as const),
    conditions: rule.conditions ?? [],
  }))
  const source = { id: idOf('p'), revision: 3, name, chain_type: chain, rules: whole }
  return compilePolicy(source, { limits: new Set(limits) })
}

/** A policy that has to compile. */
export function policyOf(
  rules: readonly RuleJson[],
  given?: Parameters<typeof compiled>[1],
): CompiledPolicy {
  const result = compiled(rules, given)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.policy
}

/** A limit that has to compile. */
export function limitOf(
  json: Omit<Parameters<typeof compileLimit>[0], 'window' | 'name'> & { seconds?: number },
  chain: ChainFamily = 'ethereum',
): CompiledLimit {
  const { seconds = 86_400, ...rest } = json
  const result = compileLimit(
    { ...rest, name: json.id, window: { type: 'rolling', seconds } },
    { chain },
  )
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.limit
}

/** The facts of a body. Transactions are complete: what they leave out has a value here. */
export function factsOf(
  body: { method: string; params?: object; caip2?: string },
  {
    chain = 'ethereum' as ChainFamily,
    address = ownAddress,
    bitcoin,
  }: { chain?: ChainFamily; address?: string; bitcoin?: BitcoinPlace } = {},
): Facts | Unread {
  const { request, problem } = readWalletRpc(body)
  if (!request) throw new Error(JSON.stringify(problem))
  const isTransaction =
    request.method === 'eth_signTransaction' || request.method === 'eth_sendTransaction'
  const whole = isTransaction
    ? completeTransaction(request.params.transaction, {
        chain_id: 1n,
        nonce: 0n,
        gas_limit: 100_000n,
        gas_price: 10n,
        max_fee_per_gas: 10n,
        max_priority_fee_per_gas: 1n,
      })
    : undefined
  if (whole && 'field' in whole) throw new Error(whole.field)
  return readRequest(request, {
    address,
    chain,
    ...(whole && { transaction: whole }),
    ...(bitcoin && { bitcoin }),
  })
}

/** What becomes of facts under policies. */
export function judged(
  facts: Facts | Unread,
  law: Partial<Law> & Pick<Law, 'policies'>,
): Judgement {
  return judge(facts, {
    limits: [],
    inSet: () => false,
    nowSeconds: 1_800_000_000n,
    spender: { walletId: 'w', keyIds: [] },
    ...law,
  })
}

/** What becomes of a request whose policy allows everything within one limit. */
export function judgedWithin(limit: object, body: Parameters<typeof factsOf>[0], most = '10') {
  const id = idOf('limit')
  const conditions = [where(`reference.aggregation.${id}`, 'lte', most)]
  return judged(factsOf(body), {
    policies: [policyOf([{ method: '*', conditions }], { limits: [id] })],
    limits: [limitOf({ id, method: '*', ...limit } as Parameters<typeof limitOf>[0])],
  })
}

/** Words of 32 bytes. */
export const word = (value: bigint | number | string) =>
  (typeof value === 'string' ? value.replace(/^0x/, '') : BigInt(value).toString(16)).padStart(
    64,
    '0',
  )

/** `transfer(address,uint256)`. */
export const transferData = (to: string, units: bigint | number) =>
  `0xa9059cbb${word(to)}${word(units)}`
/** `approve(address,uint256)`. */
export const approveData = (to: string, units: bigint | number) =>
  `0x095ea7b3${word(to)}${word(units)}`

/** A transaction as a body. */
export const send = (transaction: object, method = 'eth_signTransaction') => ({
  method,
  params: { transaction: { chain_id: 1, to: usdc, ...transaction } },
  ...(method === 'eth_sendTransaction' && { caip2: 'eip155:1' }),
})
