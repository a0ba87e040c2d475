/*
 * Runs a program and stops it when this process's parent ends: the end of the parent, however sudden, closes this process's
 * standard input. Argument: the JSON of a GuardOrder.
 */
import { spawn } from 'node:child_process'
import type { GuardOrder } from './guarded.js'

// Written by `startGuarded` only.
const order = JSON.parse(process.argv[2] ?? '') as GuardOrder
// Only the owner may read chain state and logs.
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
  setTimeout(() => child.kill('SIGKILL'), order.killAfterMs)
}

process.stdin.on('end', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code) => process.exit(code ?? 1))
