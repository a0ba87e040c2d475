import { createHash, createHmac } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import { raiseAlarm } from '../audit/raise-alarm.js'
import {
  type AskedFrom,
  type CodeSubject,
  redeemCodeCtes,
  storeCode,
  withdrawCode,
} from '../db/one-time-codes.js'
import { giveBack } from '../db/rate-limits.js'
import type { Deps } from '../deps.js'
import { bucketsOf, refuseWhenExhausted, type Spender } from '../http/budgets.js'
import { randomToken } from '../ports/random.js'
import {
  codeNetwork,
  countWrongCode,
  sendBudgets,
  sentBuckets,
  spendSend,
  triesKey,
  wideBuckets,
} from './code-budgets.js'
import { toStoredLink } from './login-link.js'
import type { Proof } from './proof.js'
import { countedWrongCodes } from './wrong-codes.js'

/** Life of a code, in milliseconds. */
export const codeLifeMs = 10 * 60_000
const digits = 6

/** A code that was made and stored, for the message that carries it. */
export interface IssuedCode {
  subject: CodeSubject
  code: string
  /** Nonce for the browser's flow cookie. */
  flow: string
  /** Secret of the link in the mail; undefined without one. */
  linkSecret: string | undefined
  issuedAtMs: number
}

/** Who asks: the budgets of the request and the browser it comes from. */
type CodeRequest = Spender

/**
 * Makes and stores a code of 6 digits, with `askedFrom` also a link. The flow's earlier code and link are invalid from now on;
 * those of other flows stay valid.
 *
 * @throws ApiError `too_many_requests` when the app, the deployment or the number's block has got its codes.
 */
export async function issueCode(
  deps: Deps,
  subject: CodeSubject,
  request: CodeRequest,
  askedFrom?: AskedFrom,
): Promise<IssuedCode> {
  await spendSend(deps, subject)
  const code = String(deps.random.below(10 ** digits)).padStart(digits, '0')
  const flow = request.flow ?? randomToken(deps.random)
  const linkSecret = askedFrom === undefined ? undefined : randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  const expiresAtMs = nowMs + codeLifeMs
  const flowHash = hashFlow(flow)
  const link = { subject, flowHash, askedFrom, secret: linkSecret, nowMs, expiresAtMs }
  await storeCode(deps.db, {
    ...subject,
    codeHash: hashCode(deps, { subject, code, issuedAtMs: nowMs }),
    flowHash,
    networkHash: hashNetwork(deps, request.ip),
    link: toStoredLink(deps.keyEncryption, link),
    nowMs,
    expiresAtMs,
  })
  return { subject, code, flow, linkSecret, issuedAtMs: nowMs }
}

/** Deletes a code that was not delivered, so that only the code of the next attempt is valid. */
export async function withdrawIssued(deps: Deps, issued: IssuedCode): Promise<void> {
  const { subject, flow } = issued
  const hashes = { codeHash: hashCode(deps, issued), flowHash: hashFlow(flow) }
  await withdrawCode(deps.db, { ...subject, ...hashes })
}

/** Gives back what sending a code took from every budget: an outage of the provider is not the user's doing. */
export async function refundSend(
  deps: Deps,
  { appId, channel, address }: CodeSubject,
  request: CodeRequest,
): Promise<void> {
  const own = sendBudgets(channel, address, request).filter(({ name }) => name.includes('-init-'))
  const buckets = [...bucketsOf(appId, own), ...sentBuckets(deps, { appId, channel, address })]
  const keys = buckets.map(({ key }) => key)
  await giveBack(deps.db, keys, deps.clock.nowMs())
}

/**
 * The proof that the caller has the code sent to an address. It is used up by the statement that includes it.
 *
 * @returns a proof that is refused with `refusal` when the code is wrong, used, expired or was tried too often.
 * @throws ApiError `too_many_requests` after far more wrong codes for the address than the budgets in the database allow.
 */
export function proveCode(
  deps: Deps,
  attempt: { subject: CodeSubject; code: string; refusal: string },
  request: CodeRequest,
): Proof {
  const { subject, code, refusal } = attempt
  const { appId, channel, address } = subject
  const wrongCodes = countedWrongCodes(deps.db)
  refuseWhenExhausted(wrongCodes.waitMs(subject, deps.clock.nowMs()))
  const codeTry = {
    ...subject,
    codeHashes: hashesOfCode(deps, subject, code),
    flowHash: request.flow === undefined ? undefined : hashFlow(request.flow),
    networkHash: hashNetwork(deps, request.ip),
    nowMs: deps.clock.nowMs(),
    triesKey: triesKey(channel, address, request),
    failures: wideBuckets(deps, { appId, channel, kind: 'failed' }),
  }
  return {
    code: codeTry,
    get ctes() {
      return redeemCodeCtes([codeTry])
    },
    refuse: async () => {
      if (wrongCodes.count(subject, deps.clock.nowMs())) {
        const budget = `${channel}-failed-address`
        await raiseAlarm(deps, { alarm: 'wrong_code_budget_exhausted', appId, budget })
      }
      // Counted for the alarm and for `failures`; the answer is the same either way.
      await countWrongCode(deps, { appId, channel })
      return new ApiError('invalid_credentials', { status: 422, message: refusal })
    },
  }
}

/** What is stored of a new code. */
function hashCode(
  deps: Deps,
  { issuedAtMs, ...code }: { subject: CodeSubject; code: string; issuedAtMs: number },
): Uint8Array {
  const pepper = deps.keyEncryption.logins.derive('one-time-code')
  return hashUnder(pepper, { ...code, window: windowOf(issuedAtMs) })
}

/**
 * The ten minutes that a code is made in are part of its hash: a thief who changes its times in the database makes it live for twenty
 * at most (P5).
 */
function windowOf(nowMs: number): number {
  return Math.floor(nowMs / codeLifeMs)
}

/** What may be stored of a code that was made before a key was replaced, or since. */
function hashesOfCode(deps: Deps, subject: CodeSubject, code: string): readonly Uint8Array[] {
  const peppers = deps.keyEncryption.logins.deriveEach('one-time-code')
  const newest = windowOf(deps.clock.nowMs())
  return [newest, newest - 1].flatMap((window) =>
    peppers.map((pepper) => hashUnder(pepper, { subject, code, window })),
  )
}

/** HMAC under a pepper: six digits alone could be guessed from a copy of the database. */
function hashUnder(
  pepper: Uint8Array,
  { subject, code, window }: { subject: CodeSubject; code: string; window: number },
): Uint8Array {
  const { appId, channel, purpose, address, userId = '' } = subject
  const text = [appId, channel, purpose, address, userId, window, code].join('\n')
  return createHmac('sha256', pepper).update(text).digest()
}

/** Hash of the nonce in a flow cookie. */
export function hashFlow(flow: string): Uint8Array {
  return hashSecret(flow)
}

/** Hash of a random secret, which can't be guessed from it. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/** HMAC under a pepper: there are few enough IPv4 addresses to try them all. */
function hashNetwork(deps: Deps, ip: string): Uint8Array {
  const pepper = deps.keyEncryption.derive('code-network')
  return createHmac('sha256', pepper).update(codeNetwork(ip)).digest()
}
