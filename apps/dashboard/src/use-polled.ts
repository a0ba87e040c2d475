import { useCallback, useEffect, useState } from 'react'
import { call } from './call.js'

/** Polls a route every `everyMs` while the page is visible; `refresh` polls immediately. */
export function usePolled<T>(
  path: string,
  everyMs: number,
): { value: T | undefined; problem: string | undefined; refresh: () => Promise<void> } {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<string>()
  const refresh = useCallback(async () => {
    try {
      setValue(await call<T>(path))
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }, [path])
  useEffect(() => {
    void refresh()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [refresh, everyMs])
  return { value, problem, refresh }
}
