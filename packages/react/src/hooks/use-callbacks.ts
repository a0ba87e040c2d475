import { useEffect, useRef } from 'react'
import { useKit } from '../context.js'
import type { Callbacks, EventGroup } from '../events.js'

/** Registers the callbacks of one hook instance while it is mounted. The callbacks of the latest render are called. */
export function useCallbacks<G extends EventGroup>(group: G, callbacks: Callbacks[G] | undefined) {
  const { events } = useKit()
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  useEffect(() => {
    // Looks up each callback when it is called, so that a re-render does not have to register again.
    const relay = new Proxy({} as Callbacks[G], {
      get: (_, name) => Reflect.get(latest.current ?? {}, name),
    })
    return events.add(group, relay)
  }, [events, group])
}
