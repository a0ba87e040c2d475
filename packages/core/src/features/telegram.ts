import { pageApi, type TelegramAuthResult, type TelegramWebAppData } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call } from '../http.js'
import { changeAccounts } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import { botOf, openWindow } from '../telegram-window.js'
import type { User } from '../types.js'

export { openWindow } from '../telegram-window.js'

/** What proves a Telegram account: the answer of the login window, or the launch data of a mini app. */
export type TelegramProof = { authResult: TelegramAuthResult } | { webAppData: TelegramWebAppData }

/** Logs in with a proof from Telegram. `disableSignup` refuses unknown accounts. */
export async function login(
  client: SallyportClient,
  input: { proof: TelegramProof; captchaToken?: string; disableSignup?: boolean },
): Promise<Login> {
  const { proof, captchaToken, disableSignup = false } = input
  const body = {
    ...toWire(proof),
    ...(captchaToken === undefined ? {} : { captcha_token: captchaToken }),
    mode: disableSignup ? 'no-signup' : 'login-or-sign-up',
  } as const
  const answer = await call(client, pageApi.telegram.authenticate, { body })
  return completeLogin(client, answer, {
    name: 'telegram',
    // A user has one Telegram account.
    isAccount: (account) => account.type === 'telegram',
  })
}

/**
 * Links a Telegram account to the signed-in user.
 *
 * @throws ApiError `linked_to_another_user`; `account_transfer_required` with `data.nonce` for `transfer`.
 */
export function link(client: SallyportClient, { proof }: { proof: TelegramProof }): Promise<User> {
  return changeAccounts(client, pageApi.telegram.link, { body: toWire(proof) })
}

/** Unlinks a Telegram account from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(
  client: SallyportClient,
  { telegramUserId }: { telegramUserId: string },
): Promise<User> {
  const body = { telegram_user_id: telegramUserId }
  return changeAccounts(client, pageApi.telegram.unlink, { body })
}

/** Moves a Telegram account to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, proof }: { nonce: string; proof: TelegramProof },
): Promise<User> {
  return changeAccounts(client, pageApi.telegram.transfer, { body: { nonce, ...toWire(proof) } })
}

/**
 * Opens Telegram's login window and resolves with its answer. Call it in a click, or after `openWindow` in a click: the browser
 * blocks the window otherwise.
 *
 * @throws ClientError `exited_auth_flow` when the user closes the window or declines, and when the browser blocked it;
 *   `offline` when the script of the window cannot be loaded; `not_supported` when the app has no bot.
 */
export async function requestProof(client: SallyportClient): Promise<TelegramProof> {
  const opened = openWindow(client)
  if (opened === null) throw new ClientError('exited_auth_flow')
  const { Login: widget } = await loadWidget(client).catch((error: unknown) => {
    opened.close()
    throw error
  })
  const authResult = await new Promise<unknown>((resolve) => {
    widget.auth({ bot_id: botOf(client), request_access: 'write', lang: 'en' }, resolve)
  })
  const proof = readAuthResult(authResult)
  if (proof === undefined) throw new ClientError('exited_auth_flow')
  return { authResult: proof }
}

/** Loads the script of the login window ahead of the click. */
export async function preload(client: SallyportClient): Promise<void> {
  await loadWidget(client).catch(() => undefined)
}

interface Widget {
  Login: { auth(options: object, callback: (answer: unknown) => void): void }
}

const loads = new WeakMap<Document, Promise<Widget>>()

function loadWidget({ environment, state }: SallyportClient): Promise<Widget> {
  const known = loads.get(document)
  if (known !== undefined) return known
  const load = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${environment.apiUrl}/js/telegram-login.js`
    script.async = true
    script.dataset.telegramLogin = state.config?.telegram_auth_config?.bot_name ?? ''
    script.dataset.requestAccess = 'write'
    script.dataset.lang = 'en'
    script.onload = () => {
      // The script defines it.
      const { Telegram } = window as unknown as { Telegram?: Widget }
      if (Telegram?.Login) resolve(Telegram)
      else reject(new ClientError('offline'))
    }
    script.onerror = () => {
      script.remove()
      loads.delete(document)
      reject(new ClientError('offline'))
    }
    document.head.append(script)
  })
  loads.set(document, load)
  return load
}

/**
 * The proof that Telegram has put into this page's address: launch data of a mini app, or the answer of a login link. It is
 * taken out of the address, because any holder of it could log in.
 */
export function takeProofFromUrl(): TelegramProof | undefined {
  const { location, history } = globalThis
  const url = new URL(location.href)
  const proof = readLaunch(url) ?? readReturn(url)
  if (proof !== undefined) history.replaceState(history.state, '', url)
  return proof
}

/** The launch data of a mini app as text: of Telegram's script, or of an app that reads it itself. */
export function readInitData(initDataRaw: string): TelegramProof | undefined {
  const fields = new URLSearchParams(initDataRaw)
  const [user, hash] = [fields.get('user'), fields.get('hash')]
  const authDate = toNumber(fields.get('auth_date'))
  if (user === null || hash === null || authDate === undefined) return undefined
  const rest = Object.fromEntries(
    [...fields].filter(([name]) => !['user', 'hash', 'auth_date', 'can_send_after'].includes(name)),
  )
  const later = toNumber(fields.get('can_send_after'))
  const can = later === undefined ? {} : { can_send_after: later }
  return { webAppData: { ...rest, ...can, user, hash, auth_date: authDate } }
}

function readLaunch(url: URL): TelegramProof | undefined {
  const fragment = new URLSearchParams(url.hash.slice(1))
  const raw = fragment.get('tgWebAppData')
  const proof = raw === null ? undefined : readInitData(raw)
  if (proof === undefined) return undefined
  for (const name of [...fragment.keys()]) if (name.startsWith('tgWebApp')) fragment.delete(name)
  url.hash = fragment.toString()
  return proof
}

const returned = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

function readReturn(url: URL): TelegramProof | undefined {
  const { searchParams } = url
  const fields = Object.fromEntries(
    returned.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const authResult = readAuthResult({
    ...fields,
    id: toNumber(fields.id),
    auth_date: toNumber(fields.auth_date),
  })
  if (authResult === undefined) return undefined
  for (const name of returned) searchParams.delete(name)
  return { authResult }
}

/** What has the required fields; the server checks the rest. */
function readAuthResult(value: unknown): TelegramAuthResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, first_name, auth_date, hash } = value as Record<string, unknown> // any object can be read so
  const isComplete =
    typeof id === 'number' &&
    typeof auth_date === 'number' &&
    typeof first_name === 'string' &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/i.test(hash)
  return isComplete ? (value as TelegramAuthResult) : undefined
}

function toNumber(text: string | null | undefined): number | undefined {
  return text && /^\d{1,16}$/.test(text) ? Number(text) : undefined
}

function toWire(proof: TelegramProof) {
  return 'authResult' in proof
    ? { telegram_auth_result: proof.authResult }
    : { telegram_web_app_data: proof.webAppData }
}
