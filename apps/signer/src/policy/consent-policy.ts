import { createHash } from 'node:crypto'
import type { DelegationConsent } from '@sallyport/contract'
import { solanaPrograms } from '@sallyport/contract/requests'
import type { PolicyCondition, PolicyRuleInput } from '@sallyport/contract/wallet-api'
import { compileLimit, compilePolicy } from './compile.js'
import type { CompiledLimit, CompiledPolicy } from './compiled.js'

type Consent = Pick<DelegationConsent, 'policy' | 'address' | 'consentId' | 'chainType' | 'program'>
type Policy = DelegationConsent['policy']

const daySeconds = 86_400
/** Payments that others carry out, such as those of x402, end so soon: what a user has ended does not go on for long. */
const authorizedMs = 15 * 60_000
/** The time that limits of consents add up over. */
export const consentDayMs = daySeconds * 1_000

/**
 * Id of the limit of an asset: `wei` of all networks together, `lamports`, `<chain id>:<contract>` or a mint. Limits of a consent count its
 * wallet only: their ids tell assets apart.
 */
export function consentLimitId(asset: string): string {
  return `l${createHash('sha256').update(asset).digest('hex').slice(0, 23)}`
}

interface ConsentLimit {
  id: string
  field_source: string
  field: string
  conditions?: PolicyCondition[]
}

interface ConsentLaw {
  rules: PolicyRuleInput[]
  limits: ConsentLimit[]
}

/** A consent in the language of policies. The bytes that the user consented to stay as they are. */
export function consentPolicy(consent: Consent): {
  policy: CompiledPolicy
  limits: readonly CompiledLimit[]
} {
  const { policy: given, consentId, chainType } = consent
  const { rules, limits } = laws[chainType](given, consent)
  const source = {
    id: consentId,
    revision: given.version,
    name: 'Consent of the user',
    chain_type: chainType,
    rules,
  }
  const compiled = compilePolicy(source, { limits: new Set(limits.map(({ id }) => id)) })
  if ('problems' in compiled)
    throw new TypeError(`A consent has no policy: ${compiled.problems[0]?.problem}`)
  return { policy: compiled.policy, limits: limits.map((limit) => compiledLimit(limit, chainType)) }
}

const laws = { ethereum: ethereumLaw, solana: solanaLaw } satisfies Record<
  Consent['chainType'],
  (policy: Policy, consent: Pick<Consent, 'address' | 'program'>) => ConsentLaw
>

function compiledLimit(
  { id, conditions = [], ...metric }: ConsentLimit,
  chain: Consent['chainType'],
): CompiledLimit {
  const window = { type: 'rolling' as const, seconds: daySeconds }
  const compiled = compileLimit(
    {
      id,
      name: `${metric.field} in 24 hours`,
      method: '*',
      metric: { function: 'sum', ...metric },
      window,
      scope: 'wallet',
      conditions,
    },
    { chain },
  )
  if ('problems' in compiled)
    throw new TypeError(`A consent has no limit: ${compiled.problems[0]?.problem}`)
  return { ...compiled.limit, validMs: authorizedMs }
}

function ethereumLaw(
  { messages, typedData, transactions }: Policy,
  { program }: Pick<Consent, 'program'>,
): ConsentLaw {
  const rules = [
    ...(messages ? [open('personal_sign')] : []),
    ...(typedData ? [open('eth_signTypedData_v4')] : []),
  ]
  if (!transactions) return { rules, limits: [] }
  const wei: ConsentLimit = {
    id: consentLimitId('wei'),
    field_source: 'ethereum_transaction',
    field: 'cost',
  }
  const limits = [wei]
  const to = recipients(transactions.recipients)
  const coin = [
    condition('ethereum_transaction', 'chain_id', 'in', transactions.chainIds),
    moves('asset', 'native'),
    // Where the coin is a token as well, it can be approved.
    moves('kind', 'transfer'),
    ...to,
    within(wei, transactions.mostWeiPerDay),
  ]
  const bodies = transactions.onlyFees ? [] : [coin]
  const authorizations: PolicyCondition[][] = []
  const tokens = firstOfEach(transactions.tokens, (each) => `${each.chainId}:${each.contract}`)
  for (const [asset, token] of tokens) {
    const limit = tokenLimit(consentLimitId(asset), [
      moves('asset', token.contract),
      token.authorizations
        ? moves('chain_id', token.chainId)
        : // Of a transaction only: the user was told that no limit holds typed data.
          condition('ethereum_transaction', 'chain_id', 'eq', token.chainId),
    ])
    limits.push(limit)
    const payment = [
      moves('chain_id', token.chainId),
      moves('asset', token.contract),
      moves('kind', 'transfer'),
      ...to,
      within(limit, token.mostPerDay),
    ]
    if (token.authorizations)
      authorizations.push([
        condition('ethereum_typed_data_domain', 'verifyingContract', 'eq', token.contract),
        condition('ethereum_typed_data_meaning', 'kind', 'eq', 'transfer'),
        ...payment,
      ])
    bodies.push([
      condition('ethereum_transaction', 'chain_id', 'in', transactions.chainIds),
      ...payment,
      within(wei, transactions.mostWeiPerDay),
    ])
  }
  // What is signed and not sent can be kept back, and sent with that of other days. The server sends for programs.
  const methods = program ? ['eth_sendTransaction'] : ['eth_signTransaction', 'eth_sendTransaction']
  return {
    rules: [
      ...rules,
      ...rulesOf(methods, bodies),
      ...rulesOf(['eth_signTypedData_v4'], authorizations),
    ],
    limits,
  }
}

function solanaLaw(
  { messages, solana }: Policy,
  { address }: Pick<Consent, 'address'>,
): ConsentLaw {
  const rules = messages ? [open('signMessage')] : []
  if (!solana) return { rules, limits: [] }
  const lamports: ConsentLimit = {
    id: consentLimitId('lamports'),
    field_source: 'solana_transaction',
    field: 'cost',
  }
  const limits = [lamports]
  const own = [
    condition('solana_transaction', 'fee_payer', 'eq', address),
    condition('solana_transaction', 'signers', 'eq', '1'),
    condition('solana_transaction', 'unknown_tables', 'eq', '0'),
    condition('solana_transaction', 'unread_instructions', 'eq', '0'),
  ]
  const to = recipients(solana.recipients)
  const bodies = [
    [
      ...own,
      condition('solana_system_program_instruction', 'Transfer.from', 'eq', address),
      ...to,
      within(lamports, solana.mostLamportsPerDay),
    ],
    // A transaction that only sets its fee, or carries a memo: what it costs counts.
    [
      ...own,
      condition('solana_program_instruction', 'programId', 'in', [
        solanaPrograms.computeBudget,
        solanaPrograms.memo,
      ]),
      within(lamports, solana.mostLamportsPerDay),
    ],
  ]
  for (const [mint, token] of firstOfEach(solana.tokens, (each) => each.mint)) {
    const limit = tokenLimit(consentLimitId(mint), [moves('asset', mint)])
    limits.push(limit)
    bodies.push([
      ...own,
      // Of Token-2022 a mint can run another program with each transfer.
      condition('solana_program_instruction', 'programId', 'eq', solanaPrograms.token),
      condition('solana_token_program_instruction', 'instructionName', 'eq', 'TransferChecked'),
      moves('asset', token.mint),
      moves('kind', 'transfer'),
      ...to,
      within(lamports, solana.mostLamportsPerDay),
      within(limit, token.mostPerDay),
    ])
  }
  const methods = ['signTransaction', 'signAndSendTransaction']
  return { rules: [...rules, ...rulesOf(methods, bodies)], limits }
}

/** Tokens by asset: of one that is there twice the first counts. */
function firstOfEach<T>(
  tokens: readonly T[] | undefined,
  assetOf: (token: T) => string,
): ReadonlyMap<string, T> {
  return new Map((tokens ?? []).map((each): [string, T] => [assetOf(each), each]).reverse())
}

function rulesOf(
  methods: readonly string[],
  bodies: readonly PolicyCondition[][],
): PolicyRuleInput[] {
  return methods.flatMap((method) =>
    bodies.map((conditions) => ({ name: method, method, action: 'ALLOW' as const, conditions })),
  )
}

function open(method: string): PolicyRuleInput {
  return { name: method, method, action: 'ALLOW', conditions: [] }
}

function recipients(list: readonly string[] | null): PolicyCondition[] {
  return list ? [condition('token_transfer', 'to', 'in', [...list])] : []
}

function tokenLimit(id: string, conditions: PolicyCondition[]): ConsentLimit {
  return { id, field_source: 'token_transfer', field: 'amount', conditions }
}

function within({ id }: ConsentLimit, most: string): PolicyCondition {
  return condition('reference', `aggregation.${id}`, 'lte', most)
}

function moves(field: string, value: string): PolicyCondition {
  return condition('token_transfer', field, 'eq', value)
}

function condition(
  source: string,
  field: string,
  operator: PolicyCondition['operator'],
  value: string | readonly string[],
): PolicyCondition {
  return {
    field_source: source,
    field,
    operator,
    value: typeof value === 'string' ? value : [...value],
  }
}
