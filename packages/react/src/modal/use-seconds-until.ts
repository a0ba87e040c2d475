import { useEffect, useState } from 'react'
import { useModal } from './modal-context.js'
import { runAfter } from './run-after.js'

/** Counts down by the client's clock. Announces only that the wait is over, not the ticks. */
export function useSecondsUntil(atMs: number): number {
  const { kit, copy, announce } = useModal()
  const { clock } = kit.client.environment
  const [nowMs, setNowMs] = useState(() => clock.nowMs())
  const seconds = Math.max(0, Math.ceil((atMs - nowMs) / 1000))
  useEffect(() => {
    if (seconds === 0) return
    return runAfter(kit.client, 1000, () => setNowMs(clock.nowMs()))
  })
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) announce(copy.code.resendReady)
  }, [isOver, announce, copy])
  return seconds
}
