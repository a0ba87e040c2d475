import { banner } from './launch/banner.js'
import { Sentence } from './launch/sentence.js'
import { readSettings } from './launch/settings.js'
import { startStack } from './launch/stack.js'

const startedAtMs = Date.now()
let stop: () => Promise<void> = async () => undefined
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  // A part that hangs must not keep the terminal: their processes end with this one anyway.
  setTimeout(() => process.exit(code), 2800).unref()
  await stop().catch(() => undefined)
  process.exit(code)
}

function sayAndEnd(error: unknown): Promise<void> {
  const text =
    error instanceof Sentence ? error.message : `Sallyport could not start: ${String(error)}`
  if (!ending) process.stderr.write(`\n  ${text}\n\n`)
  return end(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!ending) process.stdout.write('\n  Stopping.\n')
    void end(0)
  })

// npm may be killed without passing it on; then this process gets another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void end(1)
  }, 500).unref()
}

try {
  const settings = readSettings(process.env, process.argv.slice(2))
  const stack = await startStack(settings, (given) => {
    stop = given
  })
  const seconds = (Date.now() - startedAtMs) / 1000
  process.stdout.write(banner(stack.dev, { seconds, folder: settings.folder }))
  const part = await stack.broken
  await sayAndEnd(
    new Sentence(`The ${part.name} ended by itself: ${part.lastLine() || 'it left no word'}`),
  )
} catch (error) {
  await sayAndEnd(error)
}
