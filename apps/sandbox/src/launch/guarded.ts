import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lastLine, openLog } from './log.js'
import type { Running } from './running.js'

/** What the guard is told to run. */
export interface GuardOrder {
  binary: string
  args: string[]
  cwd: string
  /** The account to run as; the launcher's own when absent. */
  user?: { uid: number; gid: number } | undefined
  stopSignal: 'SIGINT' | 'SIGTERM'
  /** How long the program may take to end before it is killed. */
  patienceMs: number
}

const guard = fileURLToPath(new URL('./guard.js', import.meta.url))

/** Starts a program that ends with this process, however this process ends. Its output goes to `logPath`. */
export function startGuarded(name: string, order: GuardOrder, logPath: string): Running {
  const log = openLog(logPath)
  // Detached: Ctrl-C in the terminal must reach the launcher alone, which stops the parts in their order.
  const child = spawn(process.execPath, [guard, JSON.stringify(order)], {
    detached: true,
    stdio: ['pipe', log, log],
    env: { PATH: process.env.PATH, HOME: order.cwd, LC_ALL: 'C', TZ: 'UTC' },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    name,
    exited,
    lastLine: () => lastLine(logPath),
    stop: () => {
      child.stdin?.end()
      return exited
    },
  }
}
