import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseAst } from 'vite'

/** Entries whose users have installed the peers: what they need is in their docs. */
const needPeers = [
  '@sallyport/node/solana',
  '@sallyport/node/viem',
  '@sallyport/react/smart-wallets',
  '@sallyport/smart-wallets',
]
const specifier = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/**
 * What would stop an app without an optional peer from building: its `import` outside of `try` in a file that an entry
 * loads, a declaration that mentions it, or one that bundlers/ does not know.
 *
 * @param {string} modules  The `node_modules` with the packages below `@sallyport`.
 * @param {string[]} names  Their names without scope.
 * @returns {string[]} Problems, one sentence each.
 */
export function optionalPeerProblems(modules, names) {
  const read = (name) =>
    JSON.parse(readFileSync(join(modules, '@sallyport', name, 'package.json'), 'utf8'))
  const manifests = Object.fromEntries(names.map((name) => [`@sallyport/${name}`, read(name)]))
  const optional = new Set(
    Object.values(manifests).flatMap(({ peerDependenciesMeta = {} }) =>
      Object.keys(peerDependenciesMeta),
    ),
  )
  const graph = { modules, manifests, optional }
  const problems = Object.entries(manifests).flatMap(([name, { exports, alias = {} }]) => [
    ...Object.entries(exports).flatMap(([path, target]) => {
      const entry = join(name, path)
      if (typeof target === 'string' || needPeers.includes(entry)) return []
      const inScripts = reach(graph, join(modules, name, target.default), '.js')
      // The types of `peers` are those of the peers: no other declaration imports it.
      const inTypes =
        entry === '@sallyport/core/peers'
          ? []
          : reach(graph, join(modules, name, target.types), '.d.ts')
      return [...inScripts, ...inTypes]
    }),
    ...Object.values(alias)
      .filter((file) => !existsSync(join(modules, name, file)))
      .map((file) => `${name}: alias names ${file}, which is missing`),
  ])
  return [...new Set(problems)]
}

/** Problems of the files of our packages that are loaded from an entry. */
function reach({ modules, manifests, optional }, entry, ending) {
  const files = new Set([entry])
  const problems = []
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    for (const [, name] of code.matchAll(specifier)) {
      const next = fileOf({ modules, manifests }, { file, name, ending })
      if (next && existsSync(next)) files.add(next)
    }
    const isPeer = (name) => optional.has(packageOf(name))
    const bad = ending === '.js' ? unguarded(code, isPeer) : mentioned(code, isPeer)
    const known = ending === '.js' ? aliasOf(manifests, relative(modules, file)) : {}
    for (const name of bad)
      problems.push(`${relative(modules, file)} needs ${name} in an app without it`)
    for (const name of ending === '.js' ? mentioned(code, isPeer) : [])
      if (!(name in known))
        problems.push(`${relative(modules, file)}: Parcel's alias lacks ${name}`)
  }
  return problems
}

const aliasOf = (manifests, path) => manifests[packageOf(path)]?.alias ?? {}

function fileOf({ modules, manifests }, { file, name, ending }) {
  if (name.startsWith('.')) return join(dirname(file), name.replace(/\.js$/, '')) + ending
  const target = manifests[packageOf(name)]?.exports[`.${name.slice(packageOf(name).length)}`]
  return target && join(modules, packageOf(name), ending === '.js' ? target.default : target.types)
}

const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const mentioned = (code, isPeer) =>
  [...code.matchAll(specifier)].map(([, name]) => name).filter(isPeer)

/** Peers that a file imports statically, or while running outside of `try`. */
function unguarded(code, isPeer) {
  if (mentioned(code, isPeer).length === 0) return []
  const found = []
  const visit = (node, isInTry) => {
    if (node === null || typeof node !== 'object') return
    const name = node.source?.value
    if (typeof name === 'string' && isPeer(name) && !(node.type === 'ImportExpression' && isInTry))
      found.push(name)
    for (const [key, value] of Object.entries(node))
      visit(value, isInTry || (node.type === 'TryStatement' && key === 'block'))
  }
  visit(parseAst(code), false)
  return found
}
