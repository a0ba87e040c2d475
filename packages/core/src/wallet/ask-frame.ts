import type {
  FrameErrorType,
  FrameEvent,
  FrameRequestData,
  FrameResponseData,
} from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, FrameError } from '../errors.js'
import type { FactorProof, MfaPurpose } from '../mfa/verification.js'
import { grantHandedOver } from '../session/login.js'

/** What an operation of the frame takes besides the token. */
type Operation<E extends FrameEvent> = Omit<FrameRequestData<E>, 'accessToken'>

/**
 * What the frame answers to `event` for the signed-in user. Where it demands a second factor, the user is asked for one and
 * the operation goes on.
 *
 * @throws FrameError what the frame refused, and `mfa_cancelled`; ClientError `must_be_authenticated`, `login_required` when this browser did not
 *   log in itself or too long ago, `frame_unavailable`, `frame_request_timeout`, `offline`.
 */
export async function askFrame<E extends FrameEvent>(
  client: SallyportClient,
  event: E,
  operation: Operation<E>,
  purpose?: MfaPurpose,
): Promise<FrameResponseData<E>> {
  const attempt = (proof: FactorProof | null) =>
    askFrameOnce(client, event, { ...operation, ...proof })
  try {
    return await attempt(null)
  } catch (error) {
    if (!hasType(error, 'missing_or_invalid_mfa')) throw error
    return import('../mfa/late-retry.js').then((it) =>
      it.retryWithFactor(client, attempt, purpose ?? purposeOf(event)),
    )
  }
}

/** What a factor for an operation is for, as the user reads it. */
function purposeOf(event: FrameEvent): MfaPurpose {
  if (/:(rpc|sign)$/.test(event)) return 'sign'
  if (/^privy:(wallet|solana-wallet)/.test(event)) return 'wallet'
  return /enroll|recovery-codes/.test(event) ? 'factor' : 'other'
}

/**
 * As `askFrame`, without asking for a factor. A token the server no longer takes is refreshed once and the operation
 * repeated once: the server's clock may be ahead of the browser's. When there is no session any more, the user is logged
 * out here too.
 */
export async function askFrameOnce<E extends FrameEvent>(
  client: SallyportClient,
  event: E,
  operation: Operation<E>,
): Promise<FrameResponseData<E>> {
  const used = await requireToken(client)
  try {
    return await send(client, event, { operation, accessToken: used })
  } catch (error) {
    if (!isTokenRefused(error)) throw error
  }
  // Another operation may have refreshed while this one waited: its token is as good.
  if (client.session.tokens.access() === used) await client.session.refresh()
  const fresh = await requireToken(client)
  if (fresh === used) throw new ClientError('must_be_authenticated')
  try {
    return await send(client, event, { operation, accessToken: fresh })
  } catch (error) {
    throw isTokenRefused(error) ? new ClientError('must_be_authenticated') : error
  }
}

async function send<E extends FrameEvent>(
  client: SallyportClient,
  event: E,
  { operation, accessToken }: { operation: Operation<E>; accessToken: string },
): Promise<FrameResponseData<E>> {
  // Every operation's data is its fields and the token; `Omit` keeps the compiler from putting them together.
  const data = { ...operation, accessToken } as unknown as FrameRequestData<E>
  await client.kept.get(grantHandedOver)
  try {
    return await client.frame.call(event, data)
  } catch (error) {
    if (!(error instanceof FrameError) || error.type !== 'login_required') throw error
    // Where cookies do not reach the frame, the next login names the frame's key.
    const { learnWalletKey } = await import('../frame/wallet-key.js')
    await learnWalletKey(client)
    throw new ClientError('login_required', { message: error.message, cause: error })
  }
}

async function requireToken(client: SallyportClient): Promise<string> {
  const token = await client.session.accessToken()
  if (!token) throw new ClientError('must_be_authenticated')
  return token
}

function isTokenRefused(error: unknown): boolean {
  return hasType(error, 'missing_or_invalid_token')
}

function hasType(error: unknown, type: FrameErrorType): boolean {
  return error instanceof FrameError && error.type === type
}
