import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateWorkflow } from '@action-validator/core'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')

describe('the workflow of public CI', () => {
  test('is valid', () => {
    expect(validateWorkflow(workflow).errors).toEqual([])
  })

  test('error: the validator refuses a step that is none', () => {
    expect(validateWorkflow(workflow.replace('- run:', '- ran:')).errors).not.toEqual([])
  })

  test('starts on Linux for both processors and on macOS, and runs what CI runs here', () => {
    expect(/os: \[(.*)\]/.exec(workflow)?.[1]).toBe('ubuntu-24.04, ubuntu-24.04-arm, macos-15')
    const commands = [...workflow.matchAll(/- run: (?:node )?(\S+)/g)].map(([, path]) => path)
    expect(commands).toEqual(['scripts/start-to-login.mjs', '.ci/run'])
    expect(commands.filter((path) => !existsSync(join(root, path as string)))).toEqual([])
  })
})
