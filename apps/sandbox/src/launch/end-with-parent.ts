/*
 * Preloaded into every Node process of the stack: when the channel to the launcher closes, the process gets SIGTERM, and
 * exits after two seconds at the latest.
 */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 2000)
})
