/* Loaded with the first refusal of a call. */
import { headers, isApiError } from '@sallyport/contract'
import type { SallyportClient } from './client.js'
import { errorCode } from './errors.js'

/** Makes a call, with `more` headers of ours beside the usual ones. */
type Run<T> = (more?: Record<string, string>) => Promise<T>

/**
 * Makes a refused call again where that can help: with a fresh token, with the wallet frame's proof of this browser's login
 * or its key for one, and once the user has proven a second factor. Each is tried once. What the user has to confirm is shown in the
 * wallet frame, which then makes the call.
 *
 * @throws `error` where none can, or what the repeated call fails with.
 */
export async function retryRefused<T>(
  client: SallyportClient,
  error: unknown,
  run: Run<T>,
  tried: readonly string[] = [],
): Promise<T> {
  const code = errorCode(error)
  if (tried.includes(code)) throw error
  const next = isNaming(code) ? async () => run(await naming[code](client, error)) : run
  try {
    return await repeat(client, { code, error, run: next })
  } catch (again) {
    return retryRefused(client, again, next, [...tried, code])
  }
}

async function repeat<T>(
  client: SallyportClient,
  { code, error, run }: { code: string; error: unknown; run: Run<T> },
): Promise<T> {
  switch (code) {
    case 'too_many_requests':
    case 'missing_or_invalid_wallet_grant':
    case 'wallet_key_required':
      return run()
    case 'missing_or_invalid_mfa': {
      const { retryCallWithFactor } = await import('./mfa/late-retry.js')
      return retryCallWithFactor(client, run)
    }
    case 'confirmation_required':
      return confirmInFrame(client, error)
    case 'missing_or_invalid_token':
      await client.session.refresh()
      if (!(await client.session.accessToken())) throw error
      return run()
    default:
      throw error
  }
}

/** Has the user confirm the call in the wallet frame, which then makes it. @throws RpcError 4001 when they decline */
async function confirmInFrame<T>(client: SallyportClient, error: unknown): Promise<T> {
  const accessToken = await client.session.accessToken()
  const request = isApiError(error) ? error.data?.request : undefined
  if (!accessToken || typeof request !== 'string') throw error
  const { theme = 'system', accent_color: accent = null } = client.state.config ?? {}
  // A page may be dark where its app's settings say light.
  const own = client.options.look?.() ?? {}
  const look = { theme: own.theme ?? theme, accent: own.accentColor ?? accent }
  const given = { accessToken, request, ...look }
  const { answer } = await client.frame.call('sallyport:request:confirm', given)
  // What the call would have answered: the server has checked it by the schema of the call.
  return answer as T
}

/** Refusals that more headers help against. */
const naming = {
  missing_or_invalid_wallet_grant: proveLogin,
  // Strangers have used up what the address can receive: a moment of work is taken in place of waiting.
  too_many_requests: (_client: SallyportClient, error: unknown) =>
    import('./work.js').then((it) => it.proveWork(error)),
  wallet_key_required: (client: SallyportClient) =>
    import('./frame/wallet-key.js').then((it) => it.nameWalletKey(client)),
} as const

function isNaming(code: string): code is keyof typeof naming {
  return Object.hasOwn(naming, code)
}

/** The header by which the wallet frame proves that this browser logged in. @throws `error` without one */
async function proveLogin(
  client: SallyportClient,
  error: unknown,
): Promise<Record<string, string>> {
  const accessToken = (await client.session.accessToken()) ?? ''
  const answer = await client.frame
    .call('sallyport:grant:prove', { accessToken })
    .catch(() => undefined)
  const proof = answer?.proof
  if (!proof) throw error
  return { [headers.walletGrant]: proof }
}
