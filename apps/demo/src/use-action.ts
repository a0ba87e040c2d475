import { useCallback, useState } from 'react'

/** Why an action gave no result. The user's refusal is an answer, not an error. */
export type Problem = { kind: 'cancelled' } | { kind: 'failed'; message: string }

/** One asynchronous action of a section: whether it runs, its result, and why it failed. */
export interface Action<A extends unknown[], T> {
  busy: boolean
  result: T | undefined
  problem: Problem | undefined
  run(...args: A): Promise<void>
}

/** Runs `act` on demand and keeps the outcome. A second start while it runs is ignored. */
export function useAction<A extends unknown[], T>(act: (...args: A) => Promise<T>): Action<A, T> {
  const [state, setState] = useState<{ busy: boolean; result?: T; problem?: Problem }>({
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
        setState({ busy: false, problem: toProblem(error) })
      }
    },
    [act, busy],
  )
  return { busy, result: state.result, problem: state.problem, run }
}

/** Reads an error; 4001 is EIP-1193's code for a request that the user rejected. */
function toProblem(error: unknown): Problem {
  if (!(error instanceof Error)) return { kind: 'failed', message: 'Unknown error' }
  if ('code' in error && error.code === 4001) return { kind: 'cancelled' }
  return { kind: 'failed', message: error.message }
}
