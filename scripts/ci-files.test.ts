import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validateWorkflow } from '@action-validator/core'
import { describe, expect, test } from 'vitest'
import { publishArguments, publishProblem } from './lib/publish.mjs'

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

describe('SUP-06: the workflow of a release', () => {
  const release = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  const publish = release.slice(release.indexOf('\n  publish:'))

  test('is valid, runs for tags of versions alone, and publishes after all tests', () => {
    expect(validateWorkflow(release).errors).toEqual([])
    expect(
      /^on:\n {2}push:\n {4}tags: \['v\*'\]\npermissions:\n {2}contents: read$/m.test(release),
    ).toBe(true)
    expect(publish).toContain('needs: test')
  })

  test('waits for a reviewer, and asks for provenance without a token of the registry', () => {
    expect(publish).toContain('environment: release')
    expect(publish).toMatch(/permissions:\n {6}contents: read\n {6}id-token: write\n {4}timeout/)
    expect(publish).toContain('- run: node scripts/publish.mjs')
    expect(release).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
    expect(publishArguments('one.tgz')).toContain('--provenance')
  })

  test('error: packages are published from nowhere else, and for no other version', () => {
    const versions = { '@sallyport/core': '1.2.3', '@sallyport/react': '1.2.3' }
    const inWorkflow = {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example.com',
      GITHUB_REF: 'refs/tags/v1.2.3',
    }
    expect(publishProblem(inWorkflow, versions)).toBeUndefined()
    expect(publishProblem({}, versions)).toContain('release.yml alone')
    const { ACTIONS_ID_TOKEN_REQUEST_URL: _url, ...withoutIdentity } = inWorkflow
    expect(publishProblem(withoutIdentity, versions)).toContain('release.yml alone')
    const ofBranch = { ...inWorkflow, GITHUB_REF: 'refs/heads/main' }
    expect(publishProblem(ofBranch, versions)).toContain('is not the tag of a version')
    const other = { ...versions, '@sallyport/react': '1.2.2' }
    expect(publishProblem(inWorkflow, other)).toBe(
      '@sallyport/react has version 1.2.2, and the tag is v1.2.3.',
    )
  })

  test('error: every published package says where it is published, and runs nothing at installation', () => {
    for (const name of ['contract', 'core', 'smart-wallets', 'node', 'react']) {
      const path = join(root, 'packages', name, 'package.json')
      const { publishConfig, repository, scripts } = JSON.parse(readFileSync(path, 'utf8'))
      expect({ name, publishConfig }).toEqual({ name, publishConfig: { access: 'public' } })
      // npm compares it with the repository that the provenance names.
      expect(repository.url).toBe('git+https://github.com/sallyport/sallyport.git')
      expect(Object.keys(scripts ?? {}).filter((each) => /install|prepare/.test(each))).toEqual([])
    }
  })
})
