import { customJwt, errorCode, session, type User } from '@sallyport/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useKit } from '../context.js'
import type { Kit } from '../kit.js'

/** Where following the app's own login stands (react-api §5). */
export type CustomAuthFlowState =
  | { status: 'initial' | 'loading' | 'not-enabled' | 'done' }
  | { status: 'error'; error: Error }

type Status = CustomAuthFlowState['status']

/** The status of the provider's `customAuth`, as a store. */
interface StatusStore {
  get(): Status
  set(status: Status): void
  subscribe(listener: () => void): () => void
}

const customAuthKey = 'custom-auth'

/** The status of the `customAuth` of a kit's provider: `initial` until it is followed. */
export function customAuthStatusOf(kit: Pick<Kit, 'client' | 'config'>): StatusStore {
  const { kept } = kit.client
  // Kept under this key by the line below only.
  const known = kept.get(customAuthKey) as StatusStore | undefined
  const store = known ?? createStatusStore(() => kit.config().customAuth !== undefined)
  kept.set(customAuthKey, store)
  return store
}

function createStatusStore(isConfigured: () => boolean): StatusStore {
  const listeners = new Set<() => void>()
  let status: Status | null = null
  return {
    get: () => status ?? (isConfigured() ? 'initial' : 'not-enabled'),
    set(next) {
      status = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What following the app's own login needs. */
export interface JwtSyncOptions {
  /** Default true. */
  enabled?: boolean
  /** The token of who is logged in at the app; undefined when no user is logged in. */
  getExternalJwt(): Promise<string | undefined>
  onAuthenticated?(given: { user: User }): void
  onUnauthenticated?(): void
  onError?(error: Error): void
}

/** Logs in with the app's token, and out without one, each time `sync` is called. */
export function useJwtSync(options: JwtSyncOptions): { state: CustomAuthFlowState; sync(): void } {
  const kit = useKit()
  const { enabled = true } = options
  const [state, setState] = useState<CustomAuthFlowState>({ status: 'initial' })
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const queue = useRef(Promise.resolve())
  const run = useCallback(async () => {
    setState({ status: 'loading' })
    try {
      await follow(kit, latest.current)
      setState({ status: 'done' })
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error('The login failed', { cause })
      setState({ status: 'error', error })
      latest.current.onError?.(error)
      kit.events.emit('login', (each) => each.onError?.(errorCode(error, 'unknown_auth_error')))
    }
  }, [kit])
  const sync = useCallback(() => {
    // One after another: a logout that comes during a login is not overtaken by it.
    if (enabled) queue.current = queue.current.then(run)
  }, [enabled, run])
  return { state: enabled ? state : { status: 'not-enabled' }, sync }
}

/** Brings our session in line with the app's: each user of the app is one of ours. */
async function follow(kit: Kit, options: JwtSyncOptions): Promise<void> {
  const { client, events } = kit
  await client.start()
  const token = await options.getExternalJwt()
  if (token === undefined || token === '') {
    if (client.state.user === null) return
    await kit.logout()
    options.onUnauthenticated?.()
    events.emit('customAuth', (each) => each.onUnauthenticated?.())
    return
  }
  if (isOf(client.state.user, token)) return
  // Another user of the app: the session of the one before ends.
  if (client.state.user !== null) await session.logout(client)
  const { user } = await kit.proveAndFinish('custom', () => customJwt.login(client, { token }))
  options.onAuthenticated?.({ user })
  events.emit('customAuth', (each) => each.onAuthenticated?.({ user }))
}

/**
 * Whether a user has the account that a token names. Tokens whose user is in another claim than `sub` log in again, which the
 * server answers with the same user.
 */
function isOf(user: User | null, token: string): boolean {
  const account = user?.linkedAccounts.find(({ type }) => type === 'custom_auth')
  return account !== undefined && account.customUserId === subjectOf(token)
}

function subjectOf(token: string): unknown {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(body), (each) => each.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return claims && typeof claims === 'object' && 'sub' in claims ? claims.sub : undefined
  } catch {
    return undefined
  }
}
