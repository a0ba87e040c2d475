import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { optionalPeerProblems } from './optional-peers.mjs'
import { pack, published } from './pack.mjs'
import { filesOf, tooManyDeclarations } from './package-files.mjs'
import { run } from './run.mjs'
import { unused, usedModules } from './tree-shake.mjs'

/** Most bytes of a package's declarations: its editor reads them all. A schema that each route writes out makes them many. */
const mostDeclarationBytes = { contract: 920_000, core: 300_000, node: 120_000, react: 560_000 }

/** What a page that imports these names loads of our packages at first, besides their `index.js`. */
const shaken = {
  "import { useToken } from '@sallyport/react'": [
    'core/features/session',
    'react/context',
    'react/hooks/use-callbacks',
    'react/hooks/use-token',
  ],
  "import { useModalStatus } from '@sallyport/react'": [
    'react/context',
    'react/hooks/use-modal-status',
  ],
  "import { isApiError } from '@sallyport/contract'": ['contract/answer-error'],
  "import { errorCode } from '@sallyport/core'": ['core/errors', 'core/kit-error'],
}

/**
 * Packs what a registry gets and looks at the tarballs: publint, attw (`esm-only`), files, licence, source maps, imports of
 * optional peers, and what a bundler keeps of an import. Needs the build and no network.
 *
 * @returns {Promise<string[]>} Problems, one sentence each.
 */
export async function checkPackages(root) {
  // Below the root's node_modules, so that the unpacked packages find their dependencies.
  const folder = join(root, 'node_modules', '.pack-check')
  rmSync(folder, { recursive: true, force: true })
  const tarballs = await pack(root, folder)
  const problems = []
  for (const name of published) {
    const tarball = tarballs[`@sallyport/${name}`]
    const unpacked = join(folder, 'node_modules', '@sallyport', name)
    await unpack(tarball, unpacked)
    const found = [
      ...filesOf(unpacked, readFileSync(join(root, 'LICENSE'), 'utf8')),
      ...tooManyDeclarations(unpacked, mostDeclarationBytes[name]),
      ...(await lint(tarball)),
      ...(await types(root, tarball)),
    ]
    problems.push(...found.map((each) => `@sallyport/${name}: ${each}`))
  }
  problems.push(...optionalPeerProblems(join(folder, 'node_modules'), published))
  problems.push(...(await shakes(folder)))
  rmSync(folder, { recursive: true, force: true })
  return problems
}

async function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true })
  const { code, output } = await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  if (code !== 0) throw new Error(`tar could not unpack ${tarball}: ${output}`)
}

async function lint(tarball) {
  const { publint } = await import('publint')
  const { formatMessage } = await import('publint/utils')
  const bytes = readFileSync(tarball)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true })
  return messages.map((each) => `publint: ${formatMessage(each, pkg)}`)
}

async function types(root, tarball) {
  const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')
  const args = [attw, tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color']
  const { code, output } = await run(process.execPath, args, { cwd: root })
  return code === 0 ? [] : [`attw: ${output.trim()}`]
}

async function shakes(folder) {
  const problems = []
  for (const name of published) {
    const kept = await unused(folder, `@sallyport/${name}`)
    if (kept) problems.push(`@sallyport/${name}: an import of nothing keeps ${kept}`)
  }
  for (const [code, expected] of Object.entries(shaken)) {
    const more = (await usedModules(folder, code)).filter((each) => !expected.includes(each))
    if (more.length > 0) problems.push(`${code} also pulls ${more.join(', ')}`)
  }
  return problems
}
