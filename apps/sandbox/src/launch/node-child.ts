import { spawn } from 'node:child_process'
import type { ClockMessage } from '@sallyport/contract'
import { lastLine, openLog } from './log.js'
import type { Running } from './running.js'
import { Sentence } from './sentence.js'

/** A server of ours in its own process. */
export interface NodeChild extends Running {
  /** Resolves when the process has said that it listens. @throws Sentence when it ended instead. */
  ready: Promise<void>
  /** Sets the process's clock; resolves when it has answered. */
  setClock(offsetMs: number): Promise<void>
}

const patienceMs = 1500
const answerMs = 5000

/**
 * Starts `script` with exactly the variables of `env` and the path: no secret of another part reaches it. It ends
 * when this process ends, because it loses its channel to it.
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
  const heard = (wanted: (message: unknown) => boolean) =>
    new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if (!wanted(message)) return
        child.off('message', listen)
        resolve()
      }
      child.on('message', listen)
    })
  const ready = Promise.race([
    heard((message) => typeOf(message) === 'ready'),
    exited.then(() => {
      throw new Sentence(
        `The ${name} did not start; its log is ${logPath}: ${reasonIn(lastLine(logPath))}`,
      )
    }),
  ])
  // Whoever awaits it is told; a stop before that is no unhandled rejection.
  ready.catch(() => undefined)

  return {
    name,
    exited,
    ready,
    lastLine: () => lastLine(logPath),
    setClock: async (offsetMs) => {
      const answer = heard(
        (message) => typeOf(message) === 'clock-set' && offsetOf(message) === offsetMs,
      )
      child.send({ type: 'clock', offsetMs } satisfies ClockMessage)
      await within(answer, `the ${name} did not follow the clock`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await exited
      clearTimeout(impatience)
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

/* Our servers log JSON lines; the reason is the operator's sentence in them. */
function reasonIn(line: string): string {
  try {
    const { reason, msg } = JSON.parse(line)
    return String(reason ?? msg ?? line)
  } catch {
    return line
  }
}
