/*
 * Preloaded into every Node process of the stack: when the channel to the launcher closes, the process is asked to
 * end, and after two seconds made to.
 */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 2000)
})
