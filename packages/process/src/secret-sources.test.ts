import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSecret } from './secret-sources.js'

const folder = mkdtempSync(join(tmpdir(), 'secret-sources-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string, mode = 0o400) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const read = (
  env: Record<string, string>,
  given: { isKey?: boolean; isProduction?: boolean } = {},
) =>
  readSecret(
    { name: 'THE_KEY', isKey: given.isKey ?? true },
    { env, isProduction: given.isProduction ?? true },
  )

describe('readSecret', () => {
  test('reads a file, a descriptor, and a systemd credential, without the line end', () => {
    const path = file('key', 'hush\n')
    expect(read({ THE_KEY_FILE: path })).toEqual({ text: 'hush' })
    const descriptor = openSync(path, 'r')
    expect(read({ THE_KEY_FD: String(descriptor) })).toEqual({ text: 'hush' })
    expect(() => closeSync(descriptor)).toThrow('EBADF')
    file('THE_KEY', 'of systemd')
    expect(read({ CREDENTIALS_DIRECTORY: folder })).toEqual({ text: 'of systemd' })
    expect(read({})).toEqual({ text: undefined })
  })

  test('T-03: error: a key in the environment of production; a URL is accepted there', () => {
    const problem = { problem: expect.stringContaining('THE_KEY is in the environment') }
    expect(read({ THE_KEY: 'hush' })).toEqual(problem)
    expect(read({ THE_KEY: 'hush' }, { isProduction: false })).toEqual({ text: 'hush' })
    expect(read({ THE_KEY: 'hush' }, { isKey: false })).toEqual({ text: 'hush' })
  })

  test.each([0o440, 0o404, 0o444, 0o420, 0o402])(
    'T-03: error: a file with mode %o of a user with a group',
    (mode) => {
      const path = file(`open-${mode}`, 'hush', mode)
      const isRoot = process.getuid?.() === 0
      // Files of root's user and group may be readable by that group.
      if (isRoot && mode === 0o440)
        return expect(read({ THE_KEY_FILE: path })).toEqual({ text: 'hush' })
      expect(read({ THE_KEY_FILE: path })).toEqual({
        problem: expect.stringContaining('that other users can read'),
      })
      expect(read({ THE_KEY_FILE: path }, { isProduction: false })).toEqual({ text: 'hush' })
    },
  )

  test.each([
    [{ THE_KEY_FILE: join(folder, 'absent') }, 'cannot read'],
    [{ THE_KEY_FILE: file('empty', '\n') }, 'an empty file'],
    [{ THE_KEY_FD: '999' }, 'cannot be read'],
    [{ THE_KEY_FD: '1' }, 'from 3 up'],
    [{ THE_KEY_FD: '3', THE_KEY_FILE: 'x' }, 'more than once'],
  ])('error: %o', (env, words) => {
    expect(read(env)).toEqual({ problem: expect.stringContaining(words) })
  })
})
