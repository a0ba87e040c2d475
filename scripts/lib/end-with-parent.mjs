/**
 * Calls `end` once when the process that started this one is gone.
 *
 * npm passes SIGTERM on to its child, but one that is killed passes nothing on: without this the servers would go on
 * without anything left to stop them.
 */
export function endWithParent(end, { everyMs = 250 } = {}) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, everyMs)
  timer.unref()
}
