import { randomInt } from 'node:crypto'
import type { Reservation } from '../policy/count-request.js'
import type { Facts, Unread } from '../policy/facts.js'
import { type Judgement, judge } from '../policy/judge.js'
import { namedLimit, refusedByLimit, refusedUnjudged } from '../policy/refusal.js'
import { PolicyRefusal } from '../refusals.js'
import type { SignerDeps } from '../signer-deps.js'
import type { WalletLaw } from './law.js'
import {
  forgetSpending,
  LimitReached,
  reserveSpending,
  type SpendingRequest,
  type SpentWindow,
} from './spend.js'

/** A request that a wallet's law judges. */
interface WalletRequest {
  walletId: string
  method: string
  facts: Facts | Unread
  keyIds: readonly string[]
}

/** With one request in so many, what no window counts any more is forgotten. */
const forgetOneIn = 50
/** A day longer than the longest window. */
const longestWindowMs = 32 * 86_400_000

/** Methods whose bytes say nothing about what they allow, or that let the key leave: a policy has to allow them. */
const needPolicy: ReadonlySet<string> = new Set([
  'secp256k1_sign',
  'raw_sign',
  'exportPrivateKey',
  'exportSeedPhrase',
])

/** What becomes of a request by the law of its wallet. Nothing is taken from limits yet. */
export function judgeRequest(
  { walletId, method, facts, keyIds }: WalletRequest,
  { law, nowMs }: { law: WalletLaw; nowMs: number },
): Judgement {
  if (needPolicy.has(method) && law.policies.length === 0)
    return {
      isAllowed: false,
      refusal: refusedUnjudged(
        `${method} needs a policy with a rule that allows it, and the wallet has none.`,
      ),
    }
  const nowSeconds = BigInt(Math.floor(nowMs / 1_000))
  return judge(facts, { ...law, nowSeconds, spender: { walletId, keyIds } })
}

/**
 * Judges a request, and takes what it asks from the limits of its app.
 *
 * @param name  Names the request: the same one again takes nothing more.
 * @throws PolicyRefusal
 */
export async function judgeAndReserve(
  request: WalletRequest &
    Pick<SpendingRequest, 'holder' | 'replaces'> & {
      name: Uint8Array
      /** What it takes beside the limits that the app has made. */
      more?: readonly Reservation[]
    },
  at: { law: WalletLaw; nowMs: number } & Pick<SignerDeps, 'db' | 'cipher' | 'spent'>,
): Promise<SpentWindow[]> {
  const judgement = judgeRequest(request, at)
  if (!judgement.isAllowed) throw new PolicyRefusal(judgement.refusal.reason, judgement.refusal)
  const { walletId, name, holder, replaces, more = [] } = request
  const reservations = [...judgement.reservations, ...more]
  try {
    if (randomInt(forgetOneIn) === 0) await forgetSpending(at, longestWindowMs)
    return await reserveSpending({ walletId, request: name, reservations, holder, replaces }, at)
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const refusal = refusedByLimit(namedLimit(error.limitId, at.law.limits), error)
    throw new PolicyRefusal(refusal.reason, refusal)
  }
}
