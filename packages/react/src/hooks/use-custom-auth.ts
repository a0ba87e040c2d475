import { customJwt, type User } from '@sallyport/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useKit } from '../context.js'
import type { Callbacks } from '../events.js'
import { proveLinkHeadless } from '../links.js'
import { useCallbacks } from './use-callbacks.js'
import {
  type CustomAuthFlowState,
  customAuthStatusOf,
  type JwtSyncOptions,
  useJwtSync,
} from './use-jwt-sync.js'

export type { CustomAuthFlowState } from './use-jwt-sync.js'

/** Following the app's own login: what `useSyncJwtBasedAuthState` takes. */
export interface JwtSync extends JwtSyncOptions {
  /** Calls `changed` whenever someone logs in or out at the app; gives the function that stops it. */
  subscribe(changed: () => void): () => void
}

/** Calls back when the provider's `customAuth` has logged a user in or out. */
export function useCustomAuth(callbacks?: Callbacks['customAuth']): {
  status: CustomAuthFlowState['status']
} {
  useCallbacks('customAuth', callbacks)
  const kit = useKit()
  const { subscribe, get } = customAuthStatusOf(kit)
  return { status: useSyncExternalStore(subscribe, get, get) }
}

/** Follows the app's own login: logs in when it has a token, and out when it has none. Memoize `subscribe`. */
export function useSyncJwtBasedAuthState(options: JwtSync): { state: CustomAuthFlowState } {
  const { subscribe } = options
  const { state, sync } = useJwtSync(options)
  useEffect(() => {
    sync()
    return subscribe(sync)
  }, [subscribe, sync])
  return { state }
}

/** As `useSyncJwtBasedAuthState`, for apps that know by a flag whether a user is logged in. */
export function useSubscribeToJwtAuthWithFlag(
  options: JwtSyncOptions & { isAuthenticated?: boolean; isLoading?: boolean },
): { state: CustomAuthFlowState } {
  const { isAuthenticated = false, isLoading = false, getExternalJwt } = options
  const { state, sync } = useJwtSync({
    ...options,
    getExternalJwt: async () => (isAuthenticated ? getExternalJwt() : undefined),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the flag is what it follows
  useEffect(() => {
    if (!isLoading) sync()
  }, [isAuthenticated, isLoading, sync])
  return { state }
}

/** Links the account of the app's own login to the logged-in user. */
export function useLinkJwtAccount(callbacks?: Callbacks['linkAccount']) {
  const kit = useKit()
  useCallbacks('linkAccount', callbacks)
  const [state, setState] = useState<CustomAuthFlowState>({ status: 'initial' })
  const linkWithCustomJwt = useCallback(
    async (token: string): Promise<User> => {
      setState({ status: 'loading' })
      try {
        const { user } = await proveLinkHeadless(kit, {
          method: 'custom',
          intent: 'link',
          run: () => customJwt.link(kit.client, { token }),
          transfer: null,
        })
        setState({ status: 'done' })
        return user
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error('Linking failed', { cause })
        setState({ status: 'error', error })
        throw error
      }
    },
    [kit],
  )
  return { linkWithCustomJwt, state }
}
