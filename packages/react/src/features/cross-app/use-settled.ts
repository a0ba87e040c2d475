import { useEffect, useState } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'

/** How long a user must have been able to see what a press would allow. */
const settleMs = 600

/**
 * Whether the window has been visible and had the focus for a moment: a press that was meant for a window above it, or the second
 * one of a double click that opened it, allows nothing.
 */
export function useSettled(): boolean {
  const { client } = useModal().kit
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let stop: (() => void) | undefined
    const look = () => {
      stop?.()
      stop = undefined
      if (document.visibilityState === 'visible' && document.hasFocus()) {
        stop = runAfter(client, settleMs, () => setSettled(true))
      } else setSettled(false)
    }
    look()
    window.addEventListener('focus', look)
    window.addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop?.()
      window.removeEventListener('focus', look)
      window.removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [client])
  return isSettled
}
