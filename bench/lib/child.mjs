import { fork } from 'node:child_process'
import { freePort } from './ports.mjs'

/**
 * Starts a server in a process of its own and waits until it listens.
 *
 * @returns where it is, what it said about itself, and its CPU time so far in ms.
 */
export async function startServer(file, { databaseUrl, env = {}, args = [] }) {
  const port = await freePort()
  const child = fork(file, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      ...env,
    },
    execArgv: process.env.BENCH_CPU_PROFILE
      ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_CPU_PROFILE}`]
      : [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await next(child, 'ready')
  return {
    url: `http://127.0.0.1:${port}`,
    facts: ready.facts ?? {},
    cpuMs: async () => {
      child.send('cpu')
      return (await next(child, 'cpu')).ms
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.send('stop')
      }),
  }
}

/** A process's next message of a type. @throws when it ends before. */
export function next(child, type) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      if (message.type !== type) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message)
    }
    const onExit = (code, signal) => reject(new Error(`A process ended (${code ?? signal})`))
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
}

/** The other end of `startServer`, for a server's own file. */
export function answerParent(facts = {}) {
  process.on('message', (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage()
      process.send({ type: 'cpu', ms: (user + system) / 1000 })
    }
    if (message === 'stop') process.exit(0)
  })
  process.on('disconnect', () => process.exit(0))
  process.send({ type: 'ready', facts })
}
