import { headers, pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call, send } from '../http.js'
import { changeAccounts, startLink } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { Account, User } from '../types.js'

/** A channel to the Farcaster app. */
export interface FarcasterChannel {
  token: string
  /** Opens the Farcaster app: as a link on a phone, as a QR code elsewhere. */
  connectUri: string
}

/** A message that a Farcaster account signed. */
export interface SignedFarcasterMessage {
  message: string
  signature: string
  fid: number
}

/** A login that the user has approved, with what the Farcaster app says of them. */
export interface FarcasterApproval extends SignedFarcasterMessage {
  username: string
  displayName: string
  bio: string
  pfpUrl: string
}

/** Opens a channel to the Farcaster app; `redirectUrl` is a page of the app that a phone returns to. */
export async function openChannel(
  client: SallyportClient,
  { redirectUrl, captchaToken }: { redirectUrl?: string; captchaToken?: string } = {},
): Promise<FarcasterChannel> {
  const body = {
    ...(redirectUrl === undefined ? {} : { redirect_url: redirectUrl }),
    ...(captchaToken === undefined ? {} : { token: captchaToken }),
  }
  const answer = await call(client, pageApi.farcaster.init, { body })
  return { token: answer.channel_token, connectUri: answer.connect_uri }
}

/** `openChannel` for an account to link to the signed-in user. */
export async function openLinkChannel(client: SallyportClient): Promise<FarcasterChannel> {
  const answer = await startLink(client, pageApi.farcaster.init, { body: {} })
  return { token: answer.channel_token, connectUri: answer.connect_uri }
}

/** The user's approval, or null while there is none. */
export async function readChannel(
  client: SallyportClient,
  channelToken: string,
): Promise<FarcasterApproval | null> {
  const answer = await send(
    client.environment,
    pageApi.farcaster.status,
    {},
    {
      headers: { [headers.farcasterChannelToken]: channelToken },
    },
  )
  if (answer.state === 'pending') return null
  const { message, signature, fid, username, display_name, bio, pfp_url } = answer
  return { message, signature, fid, username, displayName: display_name, bio, pfpUrl: pfp_url }
}

/** How long an approval is waited for: fast at first, as the user looks at the page, then slower until the channel ends. */
const fast = { everyMs: 150, times: 270 }
const slow = { everyMs: 2_000, times: 270 }

/**
 * Waits for the user's approval.
 *
 * @returns null when the channel has ended without it, or `signal` was aborted.
 * @throws what `readChannel` throws, except when the server cannot be reached: then it asks again.
 */
export async function awaitApproval(
  client: SallyportClient,
  { channelToken, signal }: { channelToken: string; signal: AbortSignal },
): Promise<FarcasterApproval | null> {
  const { clock } = client.environment
  for (const { everyMs, times } of [fast, slow]) {
    for (let count = 0; count < times; count += 1) {
      if (signal.aborted) return null
      const approval = await readChannel(client, channelToken).catch(ignorePassing)
      if (approval !== null) return signal.aborted ? null : approval
      await clock.wait(everyMs)
    }
  }
  return null
}

/** A network or relay that is away for a moment must not end the wait of someone with the phone in their hand. */
function ignorePassing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'offline' || code === 'client_request_timeout' || code === 'internal_error')
    return null
  throw error
}

/** Logs in with an approval that came through a channel. `disableSignup` refuses unknown accounts. */
export async function login(
  client: SallyportClient,
  input: SignedFarcasterMessage & { channelToken: string; disableSignup?: boolean },
): Promise<Login> {
  const { message, signature, fid, channelToken, disableSignup = false } = input
  const body = { channel_token: channelToken, message, signature, fid, mode: modeOf(disableSignup) }
  const answer = await call(client, pageApi.farcaster.authenticate, { body })
  return completeLogin(client, answer, { name: 'farcaster', isAccount: isFid(fid) })
}

/**
 * Links the account of an approval to the signed-in user.
 *
 * @throws ApiError `linked_to_another_user`; `account_transfer_required` with `data.nonce` for `transfer`.
 */
export function link(
  client: SallyportClient,
  input: SignedFarcasterMessage & { channelToken: string },
): Promise<User> {
  const { message, signature, fid, channelToken } = input
  const body = { channel_token: channelToken, message, signature, fid }
  return changeAccounts(client, pageApi.farcaster.link, { body })
}

/** Unlinks a Farcaster account from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(client: SallyportClient, { fid }: { fid: number }): Promise<User> {
  return changeAccounts(client, pageApi.farcaster.unlink, { body: { fid } })
}

/** Moves a Farcaster account to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, fid }: { nonce: string; fid: number },
): Promise<User> {
  const body = { nonce, farcaster_id: String(fid), farcaster_embedded_address: null }
  return changeAccounts(client, pageApi.farcaster.transfer, { body })
}

/** A nonce for a message that a mini app's host signs. */
export async function requestNonce(
  client: SallyportClient,
): Promise<{ nonce: string; expiresAt: string }> {
  const answer = await call(client, pageApi.farcasterV2.init, { body: {} })
  return { nonce: answer.nonce, expiresAt: answer.expires_at }
}

/**
 * Logs in with a message that a mini app's host signed.
 *
 * @param input.fid  Default: the one that the message names.
 */
export async function loginWithMessage(
  client: SallyportClient,
  input: Omit<SignedFarcasterMessage, 'fid'> & { fid?: number; disableSignup?: boolean },
): Promise<Login> {
  const { message, signature, disableSignup = false } = input
  const { fid = fidIn(message) } = input
  const body = { message, signature, fid, mode: modeOf(disableSignup) }
  const answer = await call(client, pageApi.farcasterV2.authenticate, { body })
  return completeLogin(client, answer, { name: 'farcaster', isAccount: isFid(fid) })
}

function modeOf(disableSignup: boolean): 'no-signup' | 'login-or-sign-up' {
  return disableSignup ? 'no-signup' : 'login-or-sign-up'
}

function fidIn(message: string): number {
  return Number(/^- farcaster:\/\/fid\/(\d+)\/?$/m.exec(message)?.[1] ?? 0)
}

function isFid(fid: number): (account: Account) => boolean {
  return (account) => account.type === 'farcaster' && account.fid === fid
}
