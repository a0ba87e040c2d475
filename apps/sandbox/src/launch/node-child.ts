import { spawn } from 'node:child_process'
import type { ClockMessage } from '@sallyport/protocols/sandbox'
import { lastLine, openLog } from './log.js'
import type { Running } from './running.js'
import { StartError } from './start-error.js'

/** A Sallyport server in its own process. */
export interface NodeChild extends Running {
  /** Resolves when the process reports that it listens. @throws StartError when it exits instead. */
  ready: Promise<void>
  /** Sets the process's clock; resolves when the process confirms it. */
  setClock(offsetMs: number): Promise<void>
}

const killAfterMs = 1500
const answerMs = 5000

/**
 * Starts `script` with the variables of `env` and PATH only, so that it gets no secret of another part. It ends when this
 * process ends, because its IPC channel closes.
 */
export function startNode(options: {
  name: string
  script: string
  env: Record<string, string>
  cwd: string
  logPath: string
}): NodeChild {
  const { name, script, env, cwd, logPath } = options
  const log = openLog(logPath)
  const preload = new URL('./end-with-parent.js', import.meta.url).href
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', preload, script], {
    cwd,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: { PATH: process.env.PATH, SALLYPORT_EXIT_WITH_PARENT: '1', ...env },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const nextMessage = (wanted: (message: unknown) => boolean) =>
    new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if (!wanted(message)) return
        child.off('message', listen)
        resolve()
      }
      child.on('message', listen)
    })
  const ready = Promise.race([
    nextMessage((message) => typeOf(message) === 'ready'),
    exited.then(() => {
      throw new StartError(
        `The ${name} failed to start (log: ${logPath}): ${reasonIn(lastLine(logPath))}`,
      )
    }),
  ])
  // Callers that await `ready` get the error; without them, an early stop must not be an unhandled rejection.
  ready.catch(() => undefined)

  return {
    name,
    exited,
    ready,
    lastLine: () => lastLine(logPath),
    setClock: async (offsetMs) => {
      const confirmed = nextMessage(
        (message) => typeOf(message) === 'clock-set' && offsetOf(message) === offsetMs,
      )
      child.send({ type: 'clock', offsetMs } satisfies ClockMessage)
      await within(confirmed, `the ${name} did not set its clock`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      await exited
      clearTimeout(killTimer)
    },
  }
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message
    ? message.type
    : undefined
}

function offsetOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'offsetMs' in message
    ? message.offsetMs
    : undefined
}

async function within(promise: Promise<void>, problem: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), answerMs)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/* Our servers log JSON lines; `reason` is the message for the operator. */
function reasonIn(line: string): string {
  try {
    const { reason, msg } = JSON.parse(line)
    return String(reason ?? msg ?? line)
  } catch {
    return line
  }
}
