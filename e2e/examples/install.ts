import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '../../scripts/lib/run.mjs'
import { root } from './root.js'

/** What installs an app. pnpm links each package to its own dependencies alone; Yarn keeps packages in archives (PnP). */
export type PackageManager = 'npm' | 'pnpm' | 'yarn'

/** Where the apps of a run are installed; the run's end removes it. */
const folderVariable = 'SALLYPORT_EXAMPLES_FOLDER'

/** Makes the folder for the apps of a run, outside of the checkout, with no `node_modules` in any folder above it. */
export function makeOutsideFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-examples-'))
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, 'node_modules')))
      throw new Error(`${above} has node_modules: set TMPDIR to a folder that has none above it`)
  }
  process.env[folderVariable] = folder
  return folder
}

/** An empty folder outside of the checkout. */
export function outsideFolder(name: string): string {
  return mkdtempSync(join(process.env[folderVariable] ?? tmpdir(), `${name}-`))
}

/** Installs an app. The packages of ours that it names, and those that they need, are the packed tarballs. */
export async function install(folder: string, manager: PackageManager, env: NodeJS.ProcessEnv) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The packages are on no registry yet: the tarballs stand for it.
  const packed: Record<string, string> = JSON.parse(process.env.SALLYPORT_TARBALLS ?? '{}')
  const tarballs = Object.fromEntries(
    ownOf(Object.keys(manifest.dependencies)).map((name) => [name, `file:${packed[name]}`]),
  )
  manifest.dependencies = { ...manifest.dependencies, ...tarballs }
  if (manager === 'yarn') manifest.resolutions = tarballs
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  await installers[manager](folder, { env, tarballs })
}

const scope = '@sallyport/'

/** Our packages among `names`, each with those that it needs. */
function ownOf(names: readonly string[]): string[] {
  const own = names.filter((name) => name.startsWith(scope))
  const needed = own.flatMap((name) => {
    const path = join(root, 'packages', name.replace(scope, ''), 'package.json')
    return ownOf(Object.keys(JSON.parse(readFileSync(path, 'utf8')).dependencies))
  })
  return [...new Set([...own, ...needed])]
}

interface Install {
  env: NodeJS.ProcessEnv
  tarballs: Record<string, string>
}

const installers: Record<PackageManager, (folder: string, install: Install) => Promise<unknown>> = {
  npm: (folder, { env }) => {
    const flags = ['--engine-strict', '--no-audit', '--no-fund', '--no-package-lock']
    return must('npm', ['install', ...flags, '--prefer-offline'], folder, env)
  },
  pnpm: (folder, { env, tarballs }) => {
    const overrides = Object.entries(tarballs).map(([name, path]) => `  '${name}': '${path}'`)
    writeFileSync(join(folder, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('\n')}\n`)
    return must('pnpm', ['install', '--prefer-offline', '--no-lockfile'], folder, env)
  },
  yarn: (folder, { env }) => {
    writeFileSync(join(folder, '.yarnrc.yml'), 'enableTelemetry: false\nnodeLinker: pnp\n')
    writeFileSync(join(folder, 'yarn.lock'), '')
    return must('yarn', ['install'], folder, env)
  },
}

/** pnpm and Yarn are run by npm, which keeps them in its cache. */
const programs: Record<string, string[]> = {
  pnpm: ['npm', 'exec', '--yes', '--package=pnpm@10.20.0', '--', 'pnpm'],
  yarn: ['npm', 'exec', '--yes', '--package=@yarnpkg/cli-dist@4.18.1', '--', 'yarn'],
}

/** Runs a program in a folder and gives what it printed. @throws Error with the output when it fails. */
export async function must(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const [program = command, ...first] = programs[command] ?? [command]
  const { code, output } = await run(program, [...first, ...args], { cwd, env })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${output}`)
  return output
}
