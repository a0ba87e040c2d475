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
          problem: sentence(error),
        })
      }
    },
    [act, busy],
  )
  return { busy, result: state.result, problem: state.problem, run }
}

/** EIP-1193's 4001: the person said no, which is an answer and not a fault. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong'
  return 'code' in error && error.code === 4001 ? 'You rejected the request' : error.message
}
