/** Builds of the wallet page: made anew, and compared with what is committed and with what a server serves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFrameFiles, sha256 } from '../../apps/pages/dist/frame-files.js'
import { releaseManifest } from '../../apps/pages/dist/release.js'
import { run } from './run.mjs'

const block = /<script[^>]*\bid="sallyport-frame"[^>]*>[^<]*<\/script>/

/**
 * Builds the wallet page of `root` into a folder of its own; the packages must be built.
 *
 * @returns {Promise<{ files: ReadonlyMap<string, Uint8Array>, manifest: string }>}
 */
export async function buildFrame(root) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-frame-'))
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir']
    // A test runner's NODE_ENV would build something else.
    const env = { ...process.env, NODE_ENV: 'production' }
    const { code, output } = await run(process.execPath, args, {
      cwd: join(root, 'apps', 'frame'),
      env,
    })
    if (code !== 0) throw new Error(`The wallet page could not be built:\n${output}`)
    const files = readFrameFiles(folder)
    return { files, manifest: releaseManifest(files) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What differs between two manifests, one sentence for each file. */
export function differences(built, other) {
  const [ours, theirs] = [built, other].map(linesOf)
  return [...new Set([...ours.keys(), ...theirs.keys()])].sort().flatMap((path) => {
    if (!theirs.has(path)) return [`${path} is built from this source, and not there`]
    if (!ours.has(path)) return [`${path} is there, and not built from this source`]
    return ours.get(path) === theirs.get(path) ? [] : [`${path} differs`]
  })
}

function linesOf(manifest) {
  return new Map(
    manifest
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [hash, size, ...path] = line.split(' ')
        return [path.join(' '), `${hash} ${size}`]
      }),
  )
}

/**
 * Downloads what a server serves and compares each byte with the build; the app's settings in the page are left out.
 *
 * @param appId an app of the server, for the page itself; without it only the scripts are compared.
 */
export async function compareWithServer({ files }, { url, appId, fetch = globalThis.fetch }) {
  const { origin } = new URL(url)
  const read = async (path) => {
    const answer = await fetch(`${origin}${path}`)
    if (!answer.ok) throw new Error(`${origin}${path} answered ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const problems = []
  for (const [path, bytes] of files) {
    if (path === 'index.html') continue
    const served = await read(`/frame/${path}`).catch((error) => error)
    if (served instanceof Error) problems.push(served.message)
    else if (sha256(served) !== sha256(bytes)) problems.push(`/frame/${path} differs`)
  }
  if (appId === undefined) return problems
  const text = (bytes) => new TextDecoder().decode(bytes).replace(block, '')
  const page = await read(`/apps/${appId}/embedded-wallets`)
  const isSame = text(page) === text(files.get('index.html')).replace(block, '')
  return isSame ? problems : [...problems, 'the page itself differs']
}

/** The public key of the vault that an app's page names; undefined where it names none. */
export async function vaultKeyOf({ url, appId, fetch = globalThis.fetch }) {
  const answer = await fetch(`${new URL(url).origin}/apps/${appId}/embedded-wallets`)
  const [settings = ''] = block.exec(await answer.text()) ?? []
  return /"vaultPublicKey":"([\w-]+)"/.exec(settings)?.[1]
}
