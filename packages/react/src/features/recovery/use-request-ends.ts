import type { RecoveryRequest } from '@sallyport/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'

const never = { subscribe: () => () => undefined, phase: null }

/** The phase of a request that waits, whose operation may be given up elsewhere; null without one. */
export function useRequestEnds(request: RecoveryRequest | null, onGivenUp: () => void) {
  const watched = request ?? never
  const phase = useSyncExternalStore(watched.subscribe, () => watched.phase)
  const leave = useRef(onGivenUp)
  leave.current = onGivenUp
  useEffect(() => {
    if (phase === 'cancelled') leave.current()
  }, [phase])
  return phase
}
