import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'

const entry = new URL('../dist/index.js', import.meta.url).href

/** A program with our log, which ends with its parent. */
function start(work: string) {
  const code = `
    import { createLogger, stopWhenAsked } from '${entry}'
    const logger = createLogger({ process: 'server', level: 'info' })
    stopWhenAsked(true, async () => { logger.info('stopped') })
    setInterval(() => {}, 1000)
    ${work}
    process.send({ type: 'ready' })`
  const args = ['--input-type=module', '-e', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
}

describe('the output of a log', () => {
  test('V15: a program whose launcher was killed stops, though its log is not read any more', async () => {
    const child = start('')
    await once(child, 'message')
    child.stdout?.destroy()
    child.disconnect()
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })

  test('every line is there in the end, in its order', async () => {
    const work = `for (let i = 0; i < 2000; i++) logger.info({ i }, 'line')
      logger.warn('urgent')
      logger.info('last')`
    const child = start(work)
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    // What is being written when a process ends may come after its last lines.
    while (!text.includes('"last"')) await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    await once(child, 'close')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const numbers = lines.flatMap(({ i }) => (i === undefined ? [] : [i]))
    expect(numbers).toEqual(Array.from({ length: 2000 }, (_, i) => i))
    expect(lines.slice(-3).map(({ msg }) => msg)).toEqual(['urgent', 'last', 'stopped'])
  })
})
