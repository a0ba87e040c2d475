/* Several processes of our server behind one port; `startServer` talks to all of them as to one. */
import cluster from 'node:cluster'

const count = Number(process.env.BENCH_PROCESSES)
if (cluster.isPrimary) {
  const workers = Array.from({ length: count }, () => cluster.fork())
  const heard = { ready: [], cpu: [] }
  const tell = (message) => {
    const all = heard[message.type]
    if (all.push(message) < count) return
    const ms = all.reduce((sum, one) => sum + (one.ms ?? 0), 0)
    process.send({ ...message, ms })
    heard[message.type] = []
  }
  cluster.on('message', (_worker, message) => tell(message))
  process.on('message', (message) => {
    if (message !== 'stop') for (const worker of workers) worker.send(message)
    else cluster.disconnect(() => process.exit(0))
  })
  process.on('disconnect', () => process.exit(0))
} else {
  await import('../server/servers/sallyport.mjs')
}
