import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../flow/problem.js'
import { isExpired, isInline } from '../flow/reactions.js'
import { explain } from './explain.js'
import { useModal } from './modal-context.js'
import { runAfter } from './run-after.js'
import { toProblem } from './to-problem.js'

/** A screen's one asynchronous thing. */
export interface Task<Input> {
  /** Runs the work; ignored while it runs, so a double press is one. */
  start(input: Input): void
  busy: boolean
  /** Busy for more than four seconds. */
  slow: boolean
  /** Busy for more than fifteen seconds: time to offer a way out. */
  stuck: boolean
  /** What went wrong last time; null while running and after success. */
  problem: Problem | null
  /** Forgets the problem. */
  clear(): void
  /** Waits no longer: the screen is free again, and what the work still brings is told by its signal. */
  cancel(): void
}

/** What a task does about its problems. */
interface TaskOptions {
  /** Takes the problems this screen does not explain itself; without it, all are explained here. */
  onFailed?: (problem: Problem) => void
  /** Takes that the login has expired, which trying again does not fix; without it, that is one of the others. */
  onExpired?: (problem: Problem) => void
  /** The words of a problem, where they are not the usual ones. */
  words?: (problem: Problem) => string
}

const slowAfterMs = 4000
const stuckAfterMs = 15_000

/**
 * Runs `work` once at a time and turns its errors into problems.
 *
 * @param work  gets a signal that is aborted once the user no longer waits for it.
 */
export function useTask<Input = void>(
  work: (input: Input, signal: AbortSignal) => Promise<void>,
  { onFailed, onExpired, words }: TaskOptions = {},
): Task<Input> {
  const { announce, copy, locale } = useModal()
  const [problem, setProblem] = useState<Problem | null>(null)
  const running = useRef<AbortController | null>(null)
  const wait = useWait()

  const start = async (input: Input) => {
    if (running.current) return
    const mine = new AbortController()
    running.current = mine
    setProblem(null)
    wait.begin()
    try {
      await work(input, mine.signal)
    } catch (error) {
      if (!mine.signal.aborted && wait.mounted.current) fail(toProblem(error))
    } finally {
      if (running.current === mine) free()
    }
  }
  const free = () => {
    running.current = null
    wait.end()
  }
  const fail = (found: Problem) => {
    if (onExpired !== undefined && isExpired(found)) return onExpired(found)
    if (onFailed !== undefined && !isInline(found.code)) return onFailed(found)
    setProblem(found)
    announce(words?.(found) ?? explain(found, { copy, locale }), 'assertive')
  }
  return {
    start: (input) => void start(input),
    busy: wait.at !== 'idle',
    slow: wait.at === 'slow' || wait.at === 'stuck',
    stuck: wait.at === 'stuck',
    problem,
    clear: () => setProblem(null),
    cancel() {
      running.current?.abort()
      free()
    },
  }
}

/** How long something has been waited for, said aloud at four and at fifteen seconds. */
function useWait() {
  const { kit, announce, copy } = useModal()
  const [at, setAt] = useState<'idle' | 'busy' | 'slow' | 'stuck'>('idle')
  const mounted = useMounted()
  const stops = useRef<(() => void)[]>([])
  const reach = (next: 'slow' | 'stuck', words: string) => () => {
    if (!mounted.current) return
    setAt(next)
    announce(words)
  }
  return {
    at,
    mounted,
    begin() {
      setAt('busy')
      stops.current = [
        runAfter(kit.client, slowAfterMs, reach('slow', copy.shell.stillWorking)),
        runAfter(kit.client, stuckAfterMs, reach('stuck', copy.shell.takesLong)),
      ]
    },
    end() {
      for (const stop of stops.current.splice(0)) stop()
      if (mounted.current) setAt('idle')
    },
  }
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
