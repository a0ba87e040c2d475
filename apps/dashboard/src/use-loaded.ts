import { useCallback, useEffect, useState } from 'react'
import { call } from './call.js'

/** A value of the sandbox, and work that changes it: after each the value is loaded again. */
export interface Loaded<T> {
  value: T | undefined
  problem: string | undefined
  isBusy: boolean
  /** Runs `work`, then loads again. False when it failed; `problem` then says why. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

/** Loads `path` once, and after each change that goes through `run`. */
export function useLoaded<T>(path: string): Loaded<T> {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      setBusy(true)
      setProblem(undefined)
      let isDone = true
      try {
        await work()
      } catch (error) {
        isDone = false
        setProblem(error instanceof Error ? error.message : String(error))
      }
      // A list that failed half-way has changed as well.
      await call<T>(path).then(setValue, (error: Error) => setProblem(error.message))
      setBusy(false)
      return isDone
    },
    [path],
  )
  useEffect(() => void run(async () => {}), [run])
  return { value, problem, isBusy, run }
}
