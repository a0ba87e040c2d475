import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildProblem } from './lib/build-problem.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'serve-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))
const install = (name: string) => mkdirSync(join(root, 'node_modules', name), { recursive: true })

test('error: without dependencies npm run serve says npm ci', () => {
  expect(buildProblem(root)).toBe('Nothing is installed yet: run npm ci first.')
})

test('error: after npm ci --omit=dev it says to build elsewhere, not npm ci once more', () => {
  install('fastify')
  expect(buildProblem(root)).toContain('--omit=dev leaves them out')
})

test('with the build tools it builds', () => {
  install('fastify')
  install('rolldown')
  expect(buildProblem(root)).toBeUndefined()
})
