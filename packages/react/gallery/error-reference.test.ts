import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errorReference } from './error-reference.js'

test('errorReference equals docs/start/errors.md (update: node scripts/print-screens.mjs)', () => {
  const file = fileURLToPath(new URL('../../../docs/start/errors.md', import.meta.url))

  expect(errorReference()).toBe(readFileSync(file, 'utf8'))
})
