import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lastLine, openLog } from './log.js'
import type { Running } from './running.js'

/** The program that the guard runs. */
export interface GuardOrder {
  binary: string
  args: string[]
  cwd: string
  /** The account to run as; by default the launcher's. */
  user?: { uid: number; gid: number } | undefined
  stopSignal: 'SIGINT' | 'SIGTERM'
  /** Time between the stop signal and SIGKILL. */
  killAfterMs: number
}

const guard = fileURLToPath(new URL('./guard.js', import.meta.url))

/** Starts a program that stops when this process ends for any reason. Its output goes to `logPath`. */
export function startGuarded(name: string, order: GuardOrder, logPath: string): Running {
  const log = openLog(logPath)
  // Detached, so that Ctrl-C in the terminal reaches only the launcher, which stops the parts in order.
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
