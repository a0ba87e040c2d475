import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Instruction, readDockerfile } from './read-dockerfile.js'

const quiet = { stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[], maxBuffer: 1e9 }

/** Why images cannot be built here; undefined where they can. Installs `debootstrap` with apt-get. */
export function missingForImages(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux and root'
  if (existsSync('/usr/sbin/debootstrap')) return undefined
  try {
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'debootstrap'], quiet)
    return undefined
  } catch {
    return 'needs debootstrap'
  }
}

/** Makes an empty Debian with the Node, npm and trusted authorities of this machine, in place of the image that the Dockerfile begins with. */
export function makeBase(folder: string): void {
  const parts = ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', folder]
  execFileSync('debootstrap', parts, quiet)
  const npm = join(dirname(realpathSync(process.execPath)), '..', 'lib', 'node_modules', 'npm')
  const own = existsSync(npm) ? npm : dirname(dirname(realpathSync(which('npm'))))
  cpSync(realpathSync(process.execPath), join(folder, 'usr/local/bin/node'))
  mkdirSync(join(folder, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(own, join(folder, 'usr/local/lib/node_modules/npm'), {
    recursive: true,
    dereference: true,
  })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  for (const name of ['resolv.conf', 'hosts', 'ssl/certs/ca-certificates.crt'])
    cpSync(`/etc/${name}`, join(folder, 'etc', name), { dereference: true })
}

const which = (name: string) => execFileSync('which', [name], { encoding: 'utf8' }).trim()

/** A file system that instructions run in. */
interface Image {
  folder: string
  workdir: string
  env: Record<string, string>
  user?: string
}

/**
 * Does what a Dockerfile says, with `chroot` in place of a container.
 *
 * @param place.context  The folder that `COPY` takes from.
 * @param place.secrets  Contents of `--mount=type=secret`, by id; they are in the image during their command only.
 * @returns The last stage.
 */
export function buildImage(
  text: string,
  place: { base: string; folder: string; context: string; secrets: Record<string, string> },
): Image {
  const stages: Record<string, Image> = {}
  let image: Image | undefined
  for (const [index, instructions] of readDockerfile(text).entries()) {
    const name = /\bAS (\w+)/.exec(instructions[0]?.text ?? '')?.[1] ?? String(index)
    image = { folder: join(place.folder, name), workdir: '/', env: {} }
    mkdirSync(place.folder, { recursive: true })
    execFileSync('cp', ['-a', place.base, image.folder], quiet)
    for (const instruction of instructions.slice(1)) obey(instruction, image, { place, stages })
    stages[name] = image
  }
  if (image === undefined) throw new Error('The Dockerfile has no stage')
  return image
}

function obey(
  { name, text }: Instruction,
  image: Image,
  { place, stages }: { place: Parameters<typeof buildImage>[1]; stages: Record<string, Image> },
): void {
  const inside = (path: string) =>
    path.startsWith('/') ? join(image.folder, path) : join(image.folder, image.workdir, path)
  if (name === 'WORKDIR') {
    image.workdir = text
    mkdirSync(inside('.'), { recursive: true })
  } else if (name === 'ENV') {
    const [key = '', value = ''] = text.split('=')
    image.env[key] = value
  } else if (name === 'USER') {
    image.user = text
  } else if (name === 'COPY') {
    const [, stage, from = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? []
    const source =
      stage === undefined ? join(place.context, from) : join(stages[stage]?.folder ?? '', from)
    mkdirSync(inside(to), { recursive: true })
    execFileSync('cp', ['-a', `${source}/.`, inside(to)], quiet)
  } else if (name === 'RUN') {
    const secrets = [...text.matchAll(/--mount=type=secret,id=(\w+)\S*\s+/g)].map(
      ([, id = '']) => id,
    )
    const files = secrets.map((id) => join(image.folder, 'run/secrets', id))
    mkdirSync(join(image.folder, 'run/secrets'), { recursive: true })
    for (const [at, file] of files.entries())
      writeFileSync(file, place.secrets[secrets[at] ?? ''] ?? '', { mode: 0o400 })
    runInImage(image, text.replace(/--mount=\S+\s+/g, ''))
    for (const file of files) rmSync(file)
  } else throw new Error(`${name} is not known here`)
}

/** Runs a command in an image, as its user. @returns What it prints. */
export function runInImage(image: Image, command: string, userspec?: string): string {
  const user = userspec ?? image.user
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$)/i.test(name),
  )
  const env = {
    ...Object.fromEntries(kept),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...image.env,
  }
  const script = `cd ${image.workdir} && ${command}`
  const words = [...(user ? [`--userspec=${user}`] : []), image.folder, '/bin/sh', '-euc', script]
  return execFileSync('chroot', words, {
    ...quiet,
    encoding: 'utf8',
    env: env as NodeJS.ProcessEnv,
  })
}
