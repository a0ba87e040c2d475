import { randomInt } from 'node:crypto'
import type { Reservation } from '../policy/count-request.js'
import type { Facts, Unread } from '../policy/facts.js'
import { type Judgement, judge, type Over, refusedOver } from '../policy/judge.js'
import { namedLimit, type Refusal, refusedByLimit, refusedUnjudged } from '../policy/refusal.js'
import { PolicyRefusal } from '../refusals.js'
import type { SignerDeps } from '../signer-deps.js'
import type { WalletLaw } from './law.js'
import {
  forgetSpending,
  LimitReached,
  readSpending,
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

/** The refusal of what is more than a whole limit, with what the limit has left now. */
export async function refusalWithLeft(
  over: Over,
  { law, ...at }: { law: WalletLaw; nowMs: number } & Pick<SignerDeps, 'db' | 'cipher'>,
): Promise<Refusal> {
  const [found] = await readSpending([over], at)
  return refusedOver(over, { law, taken: found?.taken ?? 0n })
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
  if (!judgement.isAllowed) {
    const { over, refusal } = judgement
    const said = over ? await refusalWithLeft(over, at) : refusal
    throw new PolicyRefusal(said.reason, said)
  }
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
