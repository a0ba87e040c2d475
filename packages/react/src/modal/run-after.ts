import type { SallyportClient } from '@sallyport/core'

/** Calls `run` after a delay by the client's clock, unless the returned function is called before. */
export function runAfter(
  { environment }: SallyportClient,
  delayMs: number,
  run: () => void,
): () => void {
  let isCancelled = false
  void environment.clock.wait(delayMs).then(() => {
    if (!isCancelled) run()
  })
  return () => {
    isCancelled = true
  }
}
