import { ApiError } from '@sallyport/contract'
import { useProof } from '../db/used-proofs.js'
import type { Deps } from '../deps.js'
import type { AccountKey, ProvenAccount } from './proven-account.js'
import type { Claim } from './sign-in.js'

/** How long a user may think about a request, in milliseconds. */
const lifeMs = 10 * 60_000

/** The account of a request: what the app's rules are applied to again, and what is shown of it. */
interface PendingAccount {
  claim: Omit<Claim, 'app'>
  type: ProvenAccount['type']
  name: string
}

/** A login at another app with the user's account, or a site that is to know a wallet. */
export type SharingRequest =
  | { kind: 'share'; state: string }
  | {
      kind: 'connect'
      site: { requester_origin: string; requester_public_key: string; address: string }
    }

/** What waits for the user's confirmation. The account is proven. */
export type PendingRequest =
  | (PendingAccount & {
      kind: 'add' | 'replace'
      data: ProvenAccount['data']
      credential?: object | undefined
      /** Key of the account that is replaced. */
      oldKey?: string | undefined
      /** What the answer has beside the user. */
      more?: object | undefined
      /** Wallets that its profile names (`linkClaimedWallets`). */
      addresses?: readonly string[] | undefined
    })
  | (PendingAccount & { kind: 'move'; nonce: string })
  | ({ kind: 'remove'; name: string } & AccountKey)
  | SharingRequest

/** The session that asks, and that confirms. */
interface AskingSession {
  appId: string
  /** Without prefix. */
  userId: string
  sessionId: string
}

type SealDeps = Pick<Deps, 'keyEncryption' | 'clock'>

/** The refusal of a call that the user has to confirm, with the request for the wallet frame. */
export function confirmationRequired(
  { keyEncryption: { logins }, clock }: SealDeps,
  session: AskingSession,
  pending: PendingRequest,
): ApiError {
  const text = JSON.stringify({ pending, expiresAtMs: clock.nowMs() + lifeMs })
  const sealed = logins.seal(Buffer.from(text), contextOf(session))
  return new ApiError('confirmation_required', {
    data: { request: Buffer.from(sealed).toString('base64url') },
  })
}

/**
 * Opens the request of a session.
 *
 * @throws ApiError `invalid_credentials` (422) for one of another session, or that is too old.
 */
export function openRequest(
  { keyEncryption: { logins }, clock }: SealDeps,
  session: AskingSession,
  request: string,
): { pending: PendingRequest; expiresAtMs: number } {
  const opened = readSealed(() =>
    logins.open(Buffer.from(request, 'base64url'), contextOf(session)),
  )
  if (opened === undefined || opened.expiresAtMs <= clock.nowMs()) throw over()
  return opened
}

/** Uses a request up. @throws ApiError `invalid_credentials` (422) for one that was used before. */
export async function useRequest(
  { db }: Pick<Deps, 'db'>,
  { appId }: AskingSession,
  { request, expiresAtMs }: { request: string; expiresAtMs: number },
): Promise<void> {
  // One request has several spellings in base64url.
  const proof = Buffer.from(request, 'base64url').toString('base64url')
  const use = { appId, kind: 'confirmation', proof, expiresAtMs }
  if (!(await useProof(db, use))) throw over()
}

function readSealed(open: () => Uint8Array) {
  try {
    // Only `confirmationRequired` seals under this context.
    return JSON.parse(Buffer.from(open()).toString()) as {
      pending: PendingRequest
      expiresAtMs: number
    }
  } catch {
    return undefined
  }
}

function contextOf({ appId, userId, sessionId }: AskingSession): string {
  return JSON.stringify(['confirmation', appId, userId, sessionId])
}

function over(): ApiError {
  const message = 'The request has expired. Start again'
  return new ApiError('invalid_credentials', { status: 422, message })
}
