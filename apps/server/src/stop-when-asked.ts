/** Longest time open requests get to finish, in milliseconds. */
const patienceMs = 10_000

/**
 * Ends the process in good order on SIGTERM and SIGINT, and with `exitWithParent` also when the parent is gone: its
 * IPC channel closes, or without one the standard input ends.
 */
export function stopWhenAsked(exitWithParent: boolean, stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (!exitWithParent) return
  if (process.send) process.on('disconnect', end)
  else process.stdin.on('end', end).on('error', end).resume()
}
