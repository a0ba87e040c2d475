import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { keyList } from '../setting-kinds.js'
import { readSettings } from '../settings.js'
import { keyModuleSettings } from './key-module-settings.js'
import { hasWrappedKey, openWrappedKeys } from './open-wrapped-keys.js'

const folder = mkdtempSync(join(tmpdir(), 'key-module-'))
afterAll(() => rmSync(folder, { recursive: true }))

const module = { library: '/lib/m.so', token: 'one', key: 'sallyport', pin: '1234', driver: folder }
const wrapped = `pkcs11:${randomBytes(60).toString('base64url')}`
const plain = randomBytes(32).toString('base64')

/** A program in place of the one that opens keys. */
function program(name: string, source: string): string {
  const path = join(folder, `${name}.cjs`)
  writeFileSync(path, source)
  return path
}

test('a list with wrapped keys keeps its order, and the others as they are', () => {
  const answer = program(
    'answer',
    `const { words } = JSON.parse(require('node:fs').readFileSync(0))
     process.stdout.write(JSON.stringify({ keys: words.map((_, i) => 'key' + i) }))`,
  )
  const given = { module, program: answer }
  expect(openWrappedKeys(`${wrapped}\n${plain}, ${wrapped}`, given)).toEqual({
    text: `key0 ${plain} key1`,
  })
  expect(hasWrappedKey(`${plain}\n${wrapped}`)).toBe(true)
  expect(hasWrappedKey(plain)).toBe(false)
})

test.each<[string, { source?: string; module?: undefined }, string]>([
  ['no module is set', { module: undefined }, 'no_module'],
  ['the library crashes', { source: 'process.abort()' }, 'failed'],
  ['it answers with something else', { source: "process.stdout.write('{}')" }, 'failed'],
  ['it answers too few keys', { source: `process.stdout.write('{"keys":[]}')` }, 'failed'],
  [
    'it names a problem that there is not',
    { source: `process.stdout.write('{"problem":"toString"}')` },
    'failed',
  ],
  ['the module does not answer', { source: 'setInterval(() => {}, 1000)' }, 'slow'],
])('error: %s', (name, { source = '', ...given }, problem) => {
  const stated = { module, program: program(name.replaceAll(' ', '-'), source), timeoutMs: 500 }
  expect(openWrappedKeys(wrapped, { ...stated, ...given })).toEqual({ problem })
})

test('error: without pkcs11js in the folder of the driver', () => {
  const built = fileURLToPath(new URL('../../dist/key-module/open-program.js', import.meta.url))
  expect(openWrappedKeys(wrapped, { module, program: built })).toEqual({ problem: 'no_driver' })
})

test('error: a setting says what is wrong, and neither key nor PIN', () => {
  const settings = {
    KEK: keyList({ meaning: '', purpose: 'a key', keyModule: 'M_PKCS11' }),
    ...keyModuleSettings('M_PKCS11'),
  }
  const env = { SALLYPORT_ENV: 'development', KEK: wrapped, M_PKCS11_PIN: '1234' }
  expect(readSettings(settings, env).problems).toEqual([
    'KEK is wrapped by a key module, and the settings of one are not complete.',
  ])
  expect(readSettings(settings, { ...env, KEK: plain }).problems).toEqual([])
})
