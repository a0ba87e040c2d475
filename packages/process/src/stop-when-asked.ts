/** Whether the parent gave this process a channel, asked while the program loads. */
const hadChannel = process.send !== undefined

/** Time that open requests get to finish, in milliseconds. */
const graceMs = 10_000

/**
 * Stops the process on SIGTERM and SIGINT, and with `exitWithParent` also when the parent process ends: its IPC channel
 * closes, or without one the standard input ends. Open work gets 10 seconds. A parent that ended before is noticed too.
 */
export function stopWhenAsked(exitWithParent: boolean, stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), graceMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (!exitWithParent) return
  // The channel may have closed while the program started.
  if (hadChannel && !process.connected) end()
  else if (process.send) process.on('disconnect', end)
  else process.stdin.on('end', end).on('error', end).resume()
}
