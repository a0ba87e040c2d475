import type { ProgramChoice, ProgramGrant } from '@sallyport/contract'
import { generateKeyPair } from '../authorization/keys.js'
import { fromBase64 } from '../encoding.js'
import { isSallyportError, SallyportError } from '../error.js'
import type { Fetch } from '../http/config.js'
import { type KeptProgram, keepProgram, readProgram } from './kept-program.js'
import { callServer, type ProgramServer } from './signed-call.js'
import { createProgramWallet, type ProgramWallet } from './wallet.js'

/** The codes that a program shows. */
export interface DeviceCode {
  /** What the user types, such as WDJB-MJHT. */
  user_code: string
  verification_uri: string
  /** The same with the code in it, for a link or a QR code. */
  verification_uri_complete: string
  /** Seconds. */
  expires_in: number
  /** The page shows the same: its user compares them. */
  key_fingerprint: string
}

/** What a program asks for. */
export interface AuthorizeOptions {
  /** Where the server is, such as `https://auth.example.com`. */
  apiUrl: string
  /** The app whose user is asked. */
  appId: string
  /** What the program calls itself, in one line of at most 64 characters. */
  name: string
  /** What for, in one line of at most 200 characters. */
  purpose?: string
  /** What is filled in on the page. The user decides. */
  choice?: ProgramChoice
  /** A file for the key and the grant, which only this user of the machine can read. One that is there and still holds is used again. */
  path?: string
  /** Shows the code to the user. */
  onCode(code: DeviceCode): void | Promise<void>
  signal?: AbortSignal
  /** By default the runtime's. */
  fetch?: Fetch
  /** The clock, in Unix milliseconds: by default the machine's. */
  nowMs?: () => number
  /** Resolves after some milliseconds; by default by the machine's timers. */
  sleep?: (ms: number) => Promise<void>
}

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * Asks a user for access to a wallet (RFC 8628), and waits until they have decided.
 *
 * @returns A wallet that acts within what the user has picked.
 * @throws SallyportError `access_denied` when the user refuses, `expired_token` when they do nothing for ten minutes.
 */
export async function authorize(options: AuthorizeOptions): Promise<ProgramWallet> {
  const server = serverOf(options)
  const kept = options.path === undefined ? undefined : await readProgram(options.path)
  if (kept && (await isGood(kept, server))) return createProgramWallet(kept, server)
  const { begun, keys } = await begin(options)
  await options.onCode(begun.code)
  const grant = await waitForGrant(begun, options)
  const program = { api_url: server.apiUrl, app_id: server.appId, ...keys, grant }
  if (options.path !== undefined) await keepProgram(options.path, program)
  return createProgramWallet(program, server)
}

/** A request that waits for its user. */
export interface BegunRequest {
  code: DeviceCode
  device_code: string
  /** Seconds. */
  interval: number
}

/** Begins a request with a new key; `waitForGrant` ends it. */
export async function begin(
  options: Omit<AuthorizeOptions, 'onCode'>,
): Promise<{ begun: BegunRequest; keys: { private_key: string; public_key: string } }> {
  const server = serverOf(options)
  const keys = await generateKeyPair()
  const { name, purpose, choice, signal } = options
  const asked = {
    ...(purpose !== undefined && { purpose }),
    ...(choice !== undefined && { choice }),
  }
  const body = { client_id: server.appId, client_name: name, public_key: keys.public_key, asked }
  // The answer of this route.
  const answer = (await callServer(server, {
    path: '/api/v1/device_authorization',
    body,
    signal,
  })) as {
    device_code: string
    interval: number
  } & Omit<DeviceCode, 'key_fingerprint'>
  const { device_code, interval, ...code } = answer
  const key_fingerprint = await fingerprintOf(keys.public_key)
  return { begun: { code: { ...code, key_fingerprint }, device_code, interval }, keys }
}

/** Asks for the grant until the user has decided. @throws SallyportError */
async function waitForGrant(
  { device_code, interval }: BegunRequest,
  options: Omit<AuthorizeOptions, 'onCode'>,
): Promise<ProgramGrant> {
  const server = serverOf(options)
  const { sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), signal } = options
  for (let seconds = interval; ; ) {
    await sleep(seconds * 1000)
    signal?.throwIfAborted()
    const found = await askForGrant({ device_code }, server).catch((error: unknown) => {
      if (isSallyportError(error, 'slow_down')) seconds += 5
      else if (!isPending(error)) throw error
      return undefined
    })
    if (found !== undefined) return found
  }
}

/** The grant, if the user has decided by now. @throws SallyportError `authorization_pending` until then. */
export async function askForGrant(
  { device_code }: Pick<BegunRequest, 'device_code'>,
  server: ProgramServer,
): Promise<ProgramGrant> {
  const body = { grant_type: grantType, device_code, client_id: server.appId }
  // The answer of this route.
  const answer = (await callServer(server, { path: '/api/v1/device/token', body })) as {
    grant: ProgramGrant
  }
  return answer.grant
}

/** The server did not answer, or the user has not decided: it is asked again. */
function isPending(error: unknown): boolean {
  if (!isSallyportError(error)) return false
  return ['authorization_pending', 'unreachable', 'timeout', 'too_many_requests'].includes(
    error.code,
  )
}

/** Where a program calls. @throws TypeError for an option that is missing or cannot be meant. */
export function serverOf(
  options: Pick<AuthorizeOptions, 'apiUrl' | 'appId' | 'fetch' | 'nowMs'>,
): ProgramServer {
  const { apiUrl, appId, fetch: given, nowMs = Date.now } = options
  if (!apiUrl || !URL.canParse(apiUrl))
    throw new TypeError('apiUrl must be the URL of the server, such as https://auth.example.com')
  if (!appId) throw new TypeError('appId is missing: it is in the settings of the app')
  return {
    ...{ apiUrl: apiUrl.replace(/\/+$/, ''), appId, nowMs },
    fetch: given ?? ((url, init) => fetch(url, init)),
  }
}

async function isGood(kept: KeptProgram, server: ProgramServer): Promise<boolean> {
  if (kept.api_url !== server.apiUrl || kept.app_id !== server.appId) return false
  try {
    await createProgramWallet(kept, server).status()
    return true
  } catch (error) {
    const isOver =
      isSallyportError(error, 'user_has_not_delegated_wallet') ||
      isSallyportError(error, 'missing_or_invalid_token')
    if (isOver) return false
    throw error
  }
}

async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', fromBase64(publicKey)))
  const hex = Array.from(hash.subarray(0, 8), (each) => each.toString(16).padStart(2, '0')).join('')
  return (hex.toUpperCase().match(/.{4}/g) ?? []).join(' ')
}

/**
 * The wallet of a file that `authorize` has written.
 *
 * @throws SallyportError `user_has_not_delegated_wallet` for a file that is not there.
 */
export async function openProgram(
  path: string,
  surroundings: Pick<AuthorizeOptions, 'fetch' | 'nowMs'> = {},
): Promise<ProgramWallet> {
  const kept = await readProgram(path)
  if (kept === undefined)
    throw new SallyportError('user_has_not_delegated_wallet', {
      status: 403,
      message: `No user has allowed this program: ${path} is not there`,
    })
  const named = { apiUrl: kept.api_url, appId: kept.app_id }
  return createProgramWallet(kept, serverOf({ ...named, ...surroundings }))
}
