import { useEffect, useRef, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'

/** What is known of something that is asked for again and again. */
interface Polled<Value> {
  /** The last answer; null before the first one. */
  value: Value | null
  /** Whether the last question had no answer. */
  failed: boolean
}

/**
 * Asks at once and then every `everyMs` until an answer is the last one, or the screen is left.
 *
 * @param ask  null to ask nothing.
 */
export function usePolling<Value>(
  ask: (() => Promise<Value>) | null,
  { everyMs, isLast }: { everyMs: number; isLast: (value: Value) => boolean },
): Polled<Value> {
  const { environment } = useModal().kit.client
  const [polled, setPolled] = useState<Polled<Value>>({ value: null, failed: false })
  const latest = useRef({ ask, isLast })
  latest.current = { ask, isLast }
  const isAsking = ask !== null
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    const run = async () => {
      while (isCurrent) {
        const { ask, isLast } = latest.current
        try {
          const value = await ask?.()
          if (!isCurrent || value === undefined) return
          setPolled({ value, failed: false })
          if (isLast(value)) return
        } catch {
          // The network or the provider may be out of reach for a while: what was known stays.
          if (isCurrent) setPolled(({ value }) => ({ value, failed: true }))
        }
        await environment.clock.wait(everyMs)
      }
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [isAsking, everyMs, environment])
  return polled
}
