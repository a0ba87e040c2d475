import type { EmbeddedChain } from '@sallyport/contract'
import { policyInput, rawSignBody } from '@sallyport/contract/wallet-api'
import type { FilledTransaction, SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import { lockWallet } from '../grants/wallet/wallet-rows.js'
import type { CompiledPolicy } from '../policy/compiled.js'
import type { Facts, Unread } from '../policy/facts.js'
import { familyOf } from '../policy/field-table.js'
import { readOpaqueRequest } from '../policy/read-message.js'
import { referredLimits } from '../policy/referred-limits.js'
import { namedLimit, type Refusal, refusedByLimit } from '../policy/refusal.js'
import { readSpending } from '../policy-rows/spend.js'
import { type Asked, prepare } from '../prepare/prepare.js'
import { invalid } from '../refusals.js'
import { readRpc } from '../requests.js'
import { inApp } from '../rows/in-app.js'
import type { RowDeps } from '../rows/row-deps.js'
import type { SignerDeps } from '../signer-deps.js'
import { judgeRequest, refusalWithLeft } from './judge-wallet.js'
import { lawOf, type WalletLaw, withSets } from './law.js'
import { limitsOfApp } from './limit-rows.js'
import { parseBody } from './parse-body.js'
import { checkPolicy, compiledPolicy, readPolicyRow, withIds } from './policy-rows.js'

type Evaluation = SignerOutput<'evaluatePolicy'>['evaluation']
type Place = { chain: EmbeddedChain; address: string; publicKey: string | null; walletId: string }

/** An address that a request is judged for where no wallet is named. */
const withoutWallet = {
  ethereum: { chain: 'ethereum', address: `0x${'0'.repeat(40)}`, publicKey: null },
  solana: { chain: 'solana', address: '1'.repeat(32), publicKey: null },
  bitcoin: { chain: 'bitcoin-taproot', address: '', publicKey: null },
} as const satisfies Record<CompiledPolicy['chain'], Omit<Place, 'walletId'>>

/**
 * Judges a request as it would be judged, and signs and takes nothing: by a policy or a draft of it, and where a wallet is named by the
 * app's policies and what is left of limits too.
 *
 * @throws CallRefused `not_found`, `invalid_request`; RowRefused.
 */
export function evaluatePolicy(
  { appId, policyId, draft, walletId, body, filled = [] }: SignerInput<'evaluatePolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'evaluatePolicy'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const policy =
      draft === undefined
        ? await compiledPolicy({ appId, policyId }, rows)
        : await draftOf({ appId, policyId, draft }, rows)
    const place = await placeOf({ appId, walletId, chain: policy.chain }, rows)
    const asked = 'method' in body ? readRpc(body) : rawSign(body)
    const facts = factsOf(asked, { place, filled })
    const law = await lawWith({ appId, policy }, rows)
    return { evaluation: await evaluated({ asked, facts, place }, { law, rows, deps }) }
  })
}

/** A draft of a policy, compiled: name and kind of chain are the policy's where the draft names none. */
export async function draftOf(
  { appId, policyId, draft }: { appId: string; policyId: string; draft: Record<string, unknown> },
  rows: RowDeps,
): Promise<CompiledPolicy> {
  const row = await readPolicyRow({ appId, policyId }, rows)
  const {
    name,
    chain_type: chainType,
    rules,
  } = parseBody(policyInput, {
    ...{ version: '1.0', name: row.name, chain_type: row.chainType },
    ...draft,
  })
  const drafted = { ...row, name, chainType, rules: withIds(rules) }
  return (await checkPolicy({ appId, policyId, row: drafted }, rows)).policy
}

/** A policy with the app's own for its kind of chain, and the app's limits. */
export async function lawWith(
  { appId, policy }: { appId: string; policy: CompiledPolicy },
  rows: RowDeps,
): Promise<WalletLaw> {
  const { chain, id } = policy
  const ofApp = await lawOf({ appId, chain, policyIds: [] }, rows)
  const policies = [policy, ...ofApp.policies.filter((each) => each.id !== id)]
  const limits = await limitsOfApp({ appId, chain }, rows)
  return withSets({ appId, policies, limits }, rows)
}

/** What a request asks for, in facts. @throws CallRefused `invalid_request`. */
export function factsOf(
  asked: Asked,
  { place, filled }: { place: Omit<Place, 'walletId'>; filled: FilledTransaction[] },
): Facts | Unread {
  const { method } = asked
  const family = familyOf(place.chain)
  if (!family) throw invalid('The chain is not offered')
  if (method === 'exportPrivateKey' || method === 'exportSeedPhrase')
    return readOpaqueRequest(method, family)
  return prepare(asked, { ...place, filled }).facts
}

/** A body of a raw signature. */
export function rawSign(body: unknown): Asked {
  return { method: 'raw_sign', ...parseBody(rawSignBody, body) }
}

async function placeOf(
  {
    appId,
    walletId,
    chain,
  }: { appId: string; walletId: string | undefined; chain: CompiledPolicy['chain'] },
  rows: RowDeps,
): Promise<Place> {
  if (walletId === undefined) return { ...withoutWallet[chain], walletId: '' }
  const wallet = await lockWallet({ appId, walletId }, rows)
  const { chainType, address, publicKey } = wallet
  if (familyOf(chainType) !== chain) throw invalid('The wallet is of another kind of chain')
  return { chain: chainType, address, publicKey, walletId }
}

async function evaluated(
  { asked, facts, place }: { asked: Asked; facts: Facts | Unread; place: Place },
  {
    law,
    rows,
    deps,
  }: { law: WalletLaw; rows: RowDeps; deps: Pick<SignerDeps, 'clock' | 'cipher'> },
): Promise<Evaluation> {
  const nowMs = deps.clock.nowMs()
  const { walletId } = place
  const method = 'unread' in facts ? asked.method : facts.method
  const judgement = judgeRequest({ walletId, method, facts, keyIds: [] }, { law, nowMs })
  const at = { db: rows.db, cipher: rows.cipher, nowMs }
  const spender = { walletId, keyIds: [] }
  const around = { ...law, spender, nowSeconds: BigInt(Math.floor(nowMs / 1_000)) }
  const referred = 'unread' in facts ? [] : referredLimits({ facts, judgement }, around)
  const limits = await readSpending(referred, at)
  const over = judgement.isAllowed ? undefined : judgement.over
  const refusal = judgement.isAllowed
    ? overOf(await readSpending(judgement.reservations, at), law)
    : over
      ? await refusalWithLeft(over, { law, ...at })
      : judgement.refusal
  const [policy] = law.policies
  const allowing = judgement.isAllowed
    ? judgement.rules.find(({ policyId }) => policyId === policy?.id)
    : undefined
  return {
    allowed: refusal === null,
    rule: refusal ? null : (allowing?.rule ?? null),
    refusal: refusal && { ...refusal },
    limits: limits.map(({ limitId: id, scopeKey: scope, most, amount, taken }) => ({
      ...{ id, name: namedLimit(id, law.limits).name, scope, asked: String(amount) },
      ...{ most: String(most), left: String(most > taken ? most - taken : 0n) },
    })),
  }
}

function overOf(
  spending: Awaited<ReturnType<typeof readSpending>>,
  law: WalletLaw,
): Refusal | null {
  const over = spending.find(({ most, amount, taken }) => most !== null && taken + amount > most)
  if (!over || over.most === null) return null
  const { limitId, most, taken, amount } = over
  return refusedByLimit(namedLimit(limitId, law.limits), {
    most,
    left: most - taken,
    asked: amount,
  })
}
