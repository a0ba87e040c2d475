import { banner } from './launch/banner.js'
import { readSettings } from './launch/settings.js'
import { startStack } from './launch/stack.js'
import { StartError } from './launch/start-error.js'

const startedAtMs = Date.now()
let stop: () => Promise<void> = async () => undefined
let isEnding = false
/** What a stop ends with, once there is data. */
let farewell = ''

async function shutDown(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  // A part that hangs must not block the terminal. Its process ends with this one anyway.
  setTimeout(() => process.exit(code), 2800).unref()
  await stop().catch(() => undefined)
  if (code === 0) process.stdout.write(farewell)
  process.exit(code)
}

function reportAndEnd(error: unknown): Promise<void> {
  const text =
    error instanceof StartError ? error.message : `Sallyport failed to start: ${String(error)}`
  if (!isEnding) process.stderr.write(`\n  ${text}\n\n`)
  return shutDown(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!isEnding) process.stdout.write('\n  Stopping\n')
    void shutDown(0)
  })

// npm may be killed without forwarding the signal; this process then gets another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void shutDown(1)
  }, 500).unref()
}

try {
  const settings = readSettings(process.env, process.argv.slice(2))
  const stack = await startStack(settings, (given) => {
    stop = given
  })
  farewell = `  Stopped. Data stays in ${settings.folder}: the next npm start goes on with it.\n\n`
  const seconds = (Date.now() - startedAtMs) / 1000
  process.stdout.write(banner(stack.dev, { seconds, folder: settings.folder }))
  const part = await stack.firstExit
  await reportAndEnd(
    new StartError(
      `The ${part.name} exited unexpectedly: ${part.lastLine() || 'its log is empty'}`,
    ),
  )
} catch (error) {
  await reportAndEnd(error)
}
