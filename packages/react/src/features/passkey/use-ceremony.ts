import type { PasskeyOptions, PasskeyStep } from '@sallyport/core'
import { useCallback, useEffect, useRef, useState } from 'react'

/** What a passkey request is given. */
type CeremonyOptions = Required<Pick<PasskeyOptions, 'signal' | 'onStep'>>

interface Ceremony<T> {
  ask(options: CeremonyOptions): Promise<T>
  done(value: T): void
  failed(error: unknown): void
}

/**
 * One passkey request at a time. Not a task of the modal: the browser's dialog waits for a decision of the user, which has no
 * time limit here. A second start ends the first, and leaving the screen closes the dialog.
 */
export function useCeremony<T>(ceremony: Ceremony<T>) {
  const [at, setAt] = useState<'idle' | 'asking' | 'checking'>('idle')
  const running = useRef<AbortController | null>(null)
  const latest = useRef(ceremony)
  latest.current = ceremony

  const start = useCallback(async () => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const isOver = () => mine.signal.aborted
    setAt('asking')
    const onStep = (step: PasskeyStep) => {
      if (step === 'submitting-response' && !isOver()) setAt('checking')
    }
    try {
      const value = await latest.current.ask({ signal: mine.signal, onStep })
      if (isOver()) return
      setAt('idle')
      latest.current.done(value)
    } catch (error) {
      if (isOver()) return
      setAt('idle')
      latest.current.failed(error)
    }
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  return { at, start: () => void start() }
}
