/*
 * Runs a program that knows nothing of its parent, and ends it when the parent is gone: the parent's end, however
 * sudden, closes the standard input of this process. Argument: the JSON of a GuardOrder.
 */
import { spawn } from 'node:child_process'
import type { GuardOrder } from './guarded.js'

// The only writer of the argument is `startGuarded`.
const order = JSON.parse(process.argv[2] ?? '') as GuardOrder
// Chain state and logs are the owner's alone.
process.umask(0o077)
const child = spawn(order.binary, order.args, {
  cwd: order.cwd,
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(order.user && { uid: order.user.uid, gid: order.user.gid }),
})

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  child.kill(order.stopSignal)
  setTimeout(() => child.kill('SIGKILL'), order.patienceMs)
}

process.stdin.on('end', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code) => process.exit(code ?? 1))
