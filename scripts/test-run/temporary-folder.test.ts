import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.js'

const gib = 1024 ** 3

test('is in memory where there is room, and the system’s own where there is not', () => {
  expect(temporaryFolder(undefined, () => 8 * gib)).toBe('/dev/shm')
  expect(temporaryFolder(undefined, () => gib)).toBe(tmpdir())
  expect(temporaryFolder(undefined, () => undefined)).toBe(tmpdir())
})

test('stays where TMPDIR says', () => {
  expect(temporaryFolder('/somewhere', () => 8 * gib)).toBe('/somewhere')
})
