import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../flow/problem.js'
import { isInline } from '../flow/reactions.js'
import { explain } from './explain.js'
import { useModal } from './modal-context.js'
import { toProblem } from './to-problem.js'

/** A screen's one asynchronous thing. */
export interface Task<Input> {
  /** Runs the work; ignored while it runs, so a double press is one. */
  start(input: Input): void
  busy: boolean
  /** Busy for more than four seconds. */
  slow: boolean
  /** What went wrong last time; null while running and after success. */
  problem: Problem | null
  /** Forgets the problem. */
  clear(): void
}

/**
 * Runs `work` once at a time and turns its errors into problems.
 *
 * @param onFailed  takes the problems this screen does not explain itself; without it, all are explained here.
 */
export function useTask<Input = void>(
  work: (input: Input) => Promise<void>,
  onFailed?: (problem: Problem) => void,
): Task<Input> {
  const { services, announce, copy, locale } = useModal()
  const [busy, setBusy] = useState(false)
  const [slow, setSlow] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const running = useRef(false)
  const mounted = useMounted()

  const start = async (input: Input) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    const stop = services.after(4000, () => {
      if (!mounted.current) return
      setSlow(true)
      announce(copy.shell.stillWorking)
    })
    try {
      await work(input)
    } catch (error) {
      if (mounted.current) fail(toProblem(error))
    } finally {
      stop()
      running.current = false
      if (mounted.current) {
        setBusy(false)
        setSlow(false)
      }
    }
  }
  const fail = (found: Problem) => {
    if (onFailed !== undefined && !isInline(found.code)) return onFailed(found)
    setProblem(found)
    announce(explain(found, { copy, locale }), 'assertive')
  }
  return { start: (input) => void start(input), busy, slow, problem, clear: () => setProblem(null) }
}

/** Whether the component is still shown; state set after that would be lost anyway. */
export function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
