import { user } from '@sallyport/core'
import { useState } from 'react'
import { useModal } from './modal-context.js'

/** Recipients that are remembered for one user, the latest first. */
const mostRemembered = 200

/** Addresses that a recipient is compared with. */
interface KnownAddresses {
  /** Every wallet of the user. */
  own: readonly string[]
  /** Where the user has sent from this browser. */
  sentTo: readonly string[]
  /** Adds recipients. */
  remember(addresses: readonly string[]): void
}

/** The user's own addresses, and those that they have sent to before. */
export function useKnownAddresses(): KnownAddresses {
  const { client } = useModal().kit
  const { state, environment } = client
  const key = `sallyport:sent:${environment.appId}:${state.user?.id ?? ''}`
  // As it was when the request was opened: what it sends itself is not known by that.
  const [sentTo] = useState(() => listAt(environment.storage.get(key)))
  return {
    own: state.user === null ? [] : user.walletsOf(state.user).map(({ address }) => address),
    sentTo,
    remember(addresses) {
      if (addresses.length === 0) return
      const before = listAt(environment.storage.get(key))
      const latest = [...new Set([...addresses, ...before])].slice(0, mostRemembered)
      environment.storage.set(key, latest)
    },
  }
}

function listAt(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
}
