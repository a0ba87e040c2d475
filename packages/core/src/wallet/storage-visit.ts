import {
  type CloudStorageName,
  cloudStorages,
  lateStorageKeys,
  oauthRefused,
  recoveryApi,
} from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { type OAuthReturn, ownUrl, startPkce } from '../features/oauth.js'
import { call } from '../http.js'
import { awaitWindow, type OAuthWindow } from '../oauth-window.js'

/** A storage to get access to, and the wallet that it is for; null for a wallet that is about to be created. */
export interface VisitedStorage {
  storage: CloudStorageName
  address: string | null
  /** What the access is wanted for, told to the page that an answer in this tab comes to. */
  does: 'set' | 'recover'
}

/** A visit at the provider of a storage, in a window. */
export interface StorageVisit {
  /** Access to the user's files. Rejects with `oauth_user_denied` when the user refuses; waits while the window shows a page. */
  accessToken: Promise<string>
  /** Whether the browser says that the window is closed. */
  isClosed(): boolean
  /** Closes the window and waits no longer. */
  end(): void
}

/**
 * Has the user allow access to the files of this app in a cloud storage.
 *
 * @param opened  A window that was opened while a press was handled.
 * @throws ApiError `disallowed_recovery_method`, `not_supported` when the app does not offer the storage.
 */
export async function visitStorage(
  client: SallyportClient,
  visited: VisitedStorage,
  opened: OAuthWindow,
): Promise<StorageVisit> {
  try {
    const { accessToken, stop } = await visits[visited.storage](client, visited, opened)
    const end = () => {
      stop()
      opened.close()
    }
    return { accessToken: accessToken.finally(end), isClosed: opened.isClosed, end }
  } catch (error) {
    opened.close()
    throw error
  }
}

/** The URL to send this tab to where the browser opens no window; Google's answer then comes to this page. */
export async function leaveForStorage(
  client: SallyportClient,
  visited: VisitedStorage & { storage: 'google-drive' },
): Promise<string> {
  const { url } = await beginAtGoogle(client, visited)
  return url
}

const visits = {
  'google-drive': async (client, visited, opened) => {
    const { url, state } = await beginAtGoogle(client, visited)
    let stop: () => void = () => undefined
    const returned = new Promise<OAuthReturn>((resolve) => {
      stop = awaitWindow(state, resolve)
    })
    opened.go(url, state)
    return { accessToken: returned.then((it) => finishAtGoogle(client, it)), stop }
  },
  icloud: async (client, _, opened) => {
    const body = { client_type: 'web' } as const
    const { url } = await call(client, recoveryApi.recovery.initICloud, { body })
    const origins = [appleOrigin, new URL(url).origin]
    let stop: () => void = () => undefined
    const accessToken = new Promise<string>((resolve, reject) => {
      stop = opened.hear(({ data, origin }) => {
        if (!origins.includes(origin)) return
        const { ckWebAuthToken, ckSession, errorMessage }: Record<string, unknown> = Object(data)
        const token = ckWebAuthToken ?? ckSession
        if (typeof token === 'string') resolve(token)
        else if (errorMessage !== undefined) reject(new ClientError('oauth_user_denied'))
      })
    })
    opened.go(url, null)
    return { accessToken, stop }
  },
} satisfies Record<
  CloudStorageName,
  (
    client: SallyportClient,
    visited: VisitedStorage,
    opened: OAuthWindow,
  ) => Promise<{ accessToken: Promise<string>; stop: () => void }>
>

/** Pages of Apple that hand the token over. */
const appleOrigin = 'https://cdn.apple-cloudkit.com'

/** A visit at Google that was begun in this browser; the last one can be finished. */
interface KeptVisit extends VisitedStorage {
  state: string
  verifier: string
}

async function beginAtGoogle(client: SallyportClient, visited: VisitedStorage) {
  const { state, verifier, challenge } = await startPkce(client)
  const body = { redirect_to: ownUrl(), state_code: state, code_challenge: challenge }
  const { url } = await call(client, recoveryApi.recovery.init, { body })
  const kept: KeptVisit = { ...visited, state, verifier }
  client.environment.storage.set(lateStorageKeys.recoveryVisit, kept)
  return { url, state }
}

/** @throws ClientError `oauth_user_denied`; ApiError what the server refuses, `invalid_credentials` for another account too. */
async function finishAtGoogle(client: SallyportClient, returned: OAuthReturn): Promise<string> {
  const kept = readKept(client, returned)
  if (kept === null || returned.code === oauthRefused) throw new ClientError('oauth_user_denied')
  client.environment.storage.remove(lateStorageKeys.recoveryVisit)
  const body = {
    authorization_code: returned.code,
    state_code: returned.state,
    code_verifier: kept.verifier,
  }
  const answer = await call(client, recoveryApi.recovery.authenticate, { body })
  return answer.access_token
}

/**
 * Keeps Google's answer in this page's URL for the screen that it is for.
 *
 * @returns what was visited; null when the answer is not that of a visit for recovery.
 */
export function keepStorageReturn(
  client: SallyportClient,
  returned: OAuthReturn,
): VisitedStorage | null {
  const kept = readKept(client, returned)
  if (kept === null) return null
  client.kept.set(lateStorageKeys.recoveryVisit, returned)
  const { storage, address, does } = kept
  return { storage, address, does }
}

/** The access that an answer in this page's URL gives, once; null when there was none. */
export function takeStorageReturn(client: SallyportClient): Promise<string> | null {
  // Kept under this key by the function above only.
  const returned = client.kept.get(lateStorageKeys.recoveryVisit) as OAuthReturn | undefined
  client.kept.delete(lateStorageKeys.recoveryVisit)
  return returned === undefined ? null : finishAtGoogle(client, returned)
}

function readKept({ environment }: SallyportClient, { state }: OAuthReturn): KeptVisit | null {
  const kept: Record<string, unknown> = Object(
    environment.storage.get(lateStorageKeys.recoveryVisit),
  )
  const { storage, address, does, verifier } = kept
  const known = cloudStorages.find((each) => each === storage)
  if (kept.state !== state || known === undefined || typeof verifier !== 'string') return null
  return {
    storage: known,
    address: typeof address === 'string' ? address : null,
    does: does === 'recover' ? 'recover' : 'set',
    state,
    verifier,
  }
}
