import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const entries = [
  ['@sallyport/react', 'index.d.ts'],
  ['@sallyport/react/solana', 'solana.d.ts'],
  ['@sallyport/react/bitcoin', 'bitcoin.d.ts'],
  ['@sallyport/react/extended-chains', 'extended-chains.d.ts'],
  ['@sallyport/react/smart-wallets', 'smart-wallets.d.ts'],
]

/** docs/start/hooks.md: every hook with its docstring and types, as the built declarations have them. */
export function hookReference(root) {
  const dist = join(root, 'packages', 'react', 'dist')
  const seen = new Set()
  const parts = entries.map(([name, file]) => {
    const hooks = hooksOf(join(dist, file)).filter(({ path, hook }) => {
      const key = `${path}#${hook}`
      return !seen.has(key) && seen.add(key)
    })
    return [`## ${name}`, ...hooks.map(section)].join('\n\n')
  })
  return `# Hooks

Every hook with its types, printed by \`node scripts/print-hooks.mjs\` after a build. Hooks are called below \`<SallyportProvider>\`; what they
take and show is in the [quickstart](react-quickstart.md), errors are in [errors](errors.md). Types that are named here are exported by the same
package.

${parts.join('\n\n')}
`
}

/** The hooks that an entry exports, by name. */
function hooksOf(entry) {
  const text = readFileSync(entry, 'utf8')
  const own = [...text.matchAll(/^export declare function (use[A-Z]\w*)/gm)].map(([, hook]) => ({
    hook,
    path: entry,
  }))
  const listed = [...text.matchAll(/^export \{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
    ([, names, from]) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^use[A-Z]/.test(name))
        .map((hook) => ({ hook, path: join(dirname(entry), from.replace(/\.js$/, '.d.ts')) })),
  )
  return [...own, ...listed].sort((left, right) => (left.hook < right.hook ? -1 : 1))
}

function section({ hook, path }) {
  const text = readFileSync(path, 'utf8')
  // A declaration ends at the semicolon after which the next line begins at the margin.
  const declared = new RegExp(
    `(\\/\\*\\*(?:(?!\\*\\/)[\\s\\S])*\\*\\/\\n)?export declare function ${hook}\\b[\\s\\S]*?;\\n(?=[^\\s}]|$)`,
  ).exec(text)
  if (!declared) throw new Error(`${path} does not declare ${hook}`)
  const code = declared[0]
    .slice(declared[1]?.length ?? 0)
    .replace(/^export declare /, '')
    .replace(/import\("[^"]+"\)\./g, '')
    .replace(/^( +)/gm, (spaces) => ' '.repeat(spaces.length / 2))
    .trim()
  return `### ${hook}\n\n${proseOf(declared[1])}\n\n\`\`\`ts\n${code}\n\`\`\``
}

/** A docstring as text; its tags begin a line each. */
export function proseOf(comment = '') {
  const lines = comment
    .replace(/^\s*\/\*\*|\*\/\s*$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
  return lines
    .join('\n')
    .trim()
    .replace(/\s*\((react-api|specification|wire reference) §[\d.]+\)/g, '')
    .replace(/@throws /g, 'Throws ')
    .replace(/@returns /g, 'Returns ')
    .replace(/@param (\w+)\s+/g, '`$1`: ')
}
