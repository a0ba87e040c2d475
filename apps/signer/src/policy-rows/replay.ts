import { type EmbeddedChain, embeddedChains } from '@sallyport/contract'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import type { CompiledPolicy } from '../policy/compiled.js'
import type { Reservation } from '../policy/count-request.js'
import { familyOf } from '../policy/field-table.js'
import { refusedByLimit } from '../policy/refusal.js'
import { ExplainedRefusal } from '../refusals.js'
import { readRpc } from '../requests.js'
import { inApp } from '../rows/in-app.js'
import type { SignerDeps } from '../signer-deps.js'
import { draftOf, factsOf, lawWith, rawSign } from './evaluate.js'
import { judgeRequest } from './judge-wallet.js'
import { type JudgedRequest, readJudged } from './judged-requests.js'
import type { WalletLaw } from './law.js'

const mostChanges = 100

/**
 * Judges the requests of the last 31 days by a draft of a policy, in their order and with limits that begin empty: what would have been
 * refused, and what allowed.
 *
 * @throws CallRefused `not_found`, `invalid_request` for a draft that can't be compiled; RowRefused.
 */
export function replayPolicy(
  { appId, policyId, draft }: SignerInput<'replayPolicy'>,
  deps: SignerDeps,
): Promise<SignerOutput<'replayPolicy'>> {
  return inApp({ appId, kind: 'use' }, deps, async (rows) => {
    const policy = await draftOf({ appId, policyId, draft }, rows)
    const law = await lawWith({ appId, policy }, rows)
    const nowMs = deps.clock.nowMs()
    const requests = await readJudged({ appId, policyId, nowMs }, { ...rows })
    const ledger = new Map<string, { atMs: number; amount: bigint }[]>()
    const judged = requests
      // Of a transfer the transaction that carried it out is not kept.
      .filter(({ chain, method }) => familyOf(chain) === policy.chain && method !== 'transfer')
      .map((request) => ({ request, reason: reasonOf(request, { law, policy, ledger }) }))
    const changed = judged.filter(({ request, reason }) => request.wasAllowed !== (reason === null))
    return {
      judged: judged.length,
      newlyRefused: changed.filter(({ reason }) => reason !== null).length,
      newlyAllowed: changed.filter(({ reason }) => reason === null).length,
      changes: changed.slice(-mostChanges).map(({ request, reason }) => ({
        ...{ at: request.atMs, walletId: request.walletId, method: request.method },
        ...{ wasAllowed: request.wasAllowed, reason },
      })),
    }
  })
}

type Ledger = Map<string, { atMs: number; amount: bigint }[]>

/** Why a request would have been refused; null where it would have been allowed. */
function reasonOf(
  request: JudgedRequest,
  { law, ledger }: { law: WalletLaw; policy: CompiledPolicy; ledger: Ledger },
): string | null {
  const { walletId, keyIds, atMs, body, method } = request
  try {
    const place = { ...request, chain: chainOf(request.chain) }
    const asked = method === 'raw_sign' ? rawSign(body) : readRpc(body)
    const facts = factsOf(asked, { place, filled: request.filled })
    const judgement = judgeRequest({ walletId, method, facts, keyIds }, { law, nowMs: atMs })
    if (!judgement.isAllowed) return judgement.refusal.reason
    return spend(judgement.reservations, { atMs, law, ledger })
  } catch (error) {
    if (error instanceof ExplainedRefusal) return error.details.message
    throw error
  }
}

function spend(
  reservations: readonly Reservation[],
  { atMs, law, ledger }: { atMs: number; law: WalletLaw; ledger: Ledger },
): string | null {
  const before = ({ limitId, scopeKey, windowMs }: Reservation) =>
    (ledger.get(`${limitId}\n${scopeKey}`) ?? []).filter((each) => each.atMs > atMs - windowMs)
  for (const each of reservations) {
    const taken = before(each).reduce((sum, { amount }) => sum + amount, 0n)
    const { most, amount, limitId } = each
    if (most === null || taken + amount <= most) continue
    const name = law.limits.find(({ id }) => id === limitId)?.name ?? limitId
    return refusedByLimit({ id: limitId, name }, { most, left: most - taken, asked: amount }).reason
  }
  for (const each of reservations)
    ledger.set(`${each.limitId}\n${each.scopeKey}`, [
      ...before(each),
      { atMs, amount: each.amount },
    ])
  return null
}

function chainOf(chain: string): EmbeddedChain {
  // The signer has kept it: it is one of ours.
  return Object.hasOwn(embeddedChains, chain) ? (chain as EmbeddedChain) : 'ethereum'
}
