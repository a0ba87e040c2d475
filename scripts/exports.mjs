import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Packages whose public names are kept in `packages/<name>/exports.txt`. */
export const packages = ['contract', 'core', 'node', 'react']

/** Where a package's public names are kept. */
export const snapshotPath = (name) => join(root, 'packages', name, 'exports.txt')

/** Where a package's public names come from. */
const entries = [
  'index.ts',
  'wallet-api/index.ts',
  'webhooks/index.ts',
  'viem-account.ts',
  'solana-signer.ts',
  'webhooks.ts',
]

/** What the file should say: a package's public names, sorted, one a line, types marked. */
export function publicExports(name) {
  const names = entries
    .map((entry) => join(root, 'packages', name, 'src', entry))
    .filter(existsSync)
    .flatMap((file) => [...exportsOf(file)])
  return `${[...new Set(names)].sort().join('\n')}\n`
}

const declaration =
  /^export\s+(?:declare\s+|abstract\s+|async\s+)*(const|let|function\*?|class|interface|type)\s+([\w$]+)/gm
const list = /^export\s+(type\s+)?\{([^}]*)\}/gm
const all = /^export\s+(?:type\s+)?\*\s+from\s+'(\.[^']+)'/gm
const named = /^export\s+\*\s+as\s+([\w$]+)/gm

/** Names a source file exports, following `export *` through files of the package. */
function exportsOf(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  return new Set([
    ...[...text.matchAll(declaration)].map(([, kind, name]) => label(kind, name)),
    ...[...text.matchAll(list)].flatMap(([, type, names]) =>
      names
        .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => {
          const isType = type || part.startsWith('type ')
          return label(
            isType ? 'type' : 'const',
            part
              .replace(/^type\s+/, '')
              .split(/\s+as\s+/)
              .at(-1),
          )
        }),
    ),
    ...[...text.matchAll(named)].map(([, name]) => name),
    ...[...text.matchAll(all)].flatMap(([, from]) => [...exportsOf(source(file, from), seen)]),
  ])
}

const label = (kind, name) => (kind === 'interface' || kind === 'type' ? `type ${name}` : name)

/** The source file an import of its built name means. */
function source(from, specifier) {
  const base = join(dirname(from), specifier.replace(/\.js$/, ''))
  const found = [`${base}.ts`, `${base}.tsx`].find(existsSync)
  if (!found) throw new Error(`${from} exports from ${specifier}, which is not there`)
  return found
}
