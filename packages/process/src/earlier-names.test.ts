import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logEarlierNames, withCurrentNames } from './earlier-names.js'
import { createLogger } from './logger.js'
import { keyList, text } from './setting-kinds.js'
import { readSettings } from './settings.js'

const settings = {
  SALLYPORT_SIGNER_SOCKET: text({ meaning: '', purpose: 'a path' }),
  SALLYPORT_SIGNER_KEK: keyList({ meaning: '', purpose: 'a key' }),
}
const key = Buffer.alloc(32, 7).toString('base64')

test('a setting is read by its earlier name', () => {
  const { values, problems } = readSettings(settings, {
    SALLYPORT_ENV: 'development',
    SALLYPORT_DELEGATE_SOCKET: '/run/a.sock',
    SALLYPORT_DELEGATE_KEK: key,
  })

  expect(problems).toEqual([])
  expect(values.SALLYPORT_SIGNER_SOCKET).toBe('/run/a.sock')
  expect(values.SALLYPORT_SIGNER_KEK).toHaveLength(1)
})

test('the current name comes first', () => {
  const env = { SALLYPORT_DELEGATE_SOCKET: 'old', SALLYPORT_SIGNER_SOCKET: 'new' }

  expect(withCurrentNames(env).SALLYPORT_SIGNER_SOCKET).toBe('new')
})

test('a key is read from a file or a credential of its earlier name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-names-'))
  const path = join(folder, 'SALLYPORT_DELEGATE_KEK')
  writeFileSync(path, key, { mode: 0o400 })
  const socket = { SALLYPORT_SIGNER_SOCKET: '/run/a.sock' }

  const problems = [
    { ...socket, SALLYPORT_DELEGATE_KEK_FILE: path },
    { ...socket, CREDENTIALS_DIRECTORY: folder },
  ].map((env) => readSettings(settings, env).problems)
  rmSync(folder, { recursive: true })

  expect(problems).toEqual([[], []])
})

test('each variable with an earlier name is a line in the log, without its value', () => {
  const lines: string[] = []
  const logger = createLogger(
    { process: 'signer', level: 'info' },
    { write: (line: string) => void lines.push(line) },
  )

  logEarlierNames({ SALLYPORT_DELEGATE_SOCKET: '/run/a.sock', PATH: '/bin' }, logger)

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { earlier: 'SALLYPORT_DELEGATE_SOCKET', name: 'SALLYPORT_SIGNER_SOCKET', level: 'warn' },
  ])
  expect(lines.join()).not.toContain('a.sock')
})
