import type { ClientState } from '@sallyport/core'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Kit } from './kit.js'

/** The provider's kit; null outside of a provider. */
export const kitContext = createContext<Kit | null>(null)

/** The kit of the nearest provider. @throws Error when there is none. */
export function useKit(): Kit {
  const kit = useContext(kitContext)
  if (kit === null) throw new Error('Sallyport hooks must be used inside <SallyportProvider>')
  return kit
}

/** The client's state, fresh after every change; on a server the loading state. */
export function useClientState(): ClientState {
  const { client } = useKit()
  const get = () => client.state
  return useSyncExternalStore(client.subscribe, get, get)
}

/** Whether the config is loaded and the stored session checked, as far as the network allowed (react-api §3). */
export function useReady(): boolean {
  return useClientState().status !== 'loading'
}
