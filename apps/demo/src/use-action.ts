import { useCallback, useState } from 'react'

/** One asynchronous action of a section: whether it runs, what it gave, and why it failed. */
export interface Action<A extends unknown[], T> {
  busy: boolean
  result: T | undefined
  problem: string | undefined
  run(...args: A): Promise<void>
}

/** Runs `act` on demand and keeps its outcome; a second start while busy is ignored. */
export function useAction<A extends unknown[], T>(act: (...args: A) => Promise<T>): Action<A, T> {
  const [state, setState] = useState<{ busy: boolean; result?: T; problem?: string }>({
    busy: false,
  })
  const { busy } = state
  const run = useCallback(
    async (...args: A) => {
      if (busy) return
      setState({ busy: true })
      try {
        setState({ busy: false, result: await act(...args) })
      } catch (error) {
        setState({
          busy: false,
          problem: error instanceof Error ? error.message : 'Something went wrong',
        })
      }
    },
    [act, busy],
  )
  return { busy, result: state.result, problem: state.problem, run }
}
