import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { filesBelow } from './stamp.mjs'

/** Which of our packages each may import (docs/architecture.md). `testing` is for tests alone. */
export const allowed = {
  contract: [],
  crypto: [],
  core: ['contract'],
  react: ['core', 'contract'],
  // Not published: it lives in react's folder, and may therefore reach its screens.
  gallery: ['react', 'core', 'contract'],
  frame: ['contract', 'crypto'],
  process: [],
  server: ['contract', 'crypto', 'process'],
  signer: ['contract', 'crypto', 'process'],
  sandbox: ['contract'],
  dashboard: ['gallery', 'react', 'core', 'contract'],
  demo: ['react', 'core', 'contract'],
}
const specifiers = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** Imports that cross a boundary; one sentence each. Tests may import more. */
export function checkBoundaries(root) {
  return filesBelow(['packages', 'apps'].map((one) => join(root, one)))
    .filter((file) => /\/(src|gallery)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const here = partsOf(root, file).package.split('/').at(-1)
      const rules = allowed[here]
      if (!rules) return []
      return [...readFileSync(file, 'utf8').matchAll(specifiers)].flatMap(([, name]) => {
        const problem = problemOf({ root, file, here, rules, name })
        return problem ? [`${relative(root, file)} imports ${name}: ${problem}`] : []
      })
    })
}

function problemOf({ root, file, here, rules, name }) {
  const other = /^@sallyport\/([^/]+)/.exec(name)?.[1]
  if (other && other !== here && !rules.includes(other)) return `${here} may not import ${other}`
  if (!name.startsWith('.')) return undefined
  const from = partsOf(root, file)
  const to = partsOf(root, resolve(dirname(file), name))
  if (to.package !== from.package && from.package !== `${to.package}/gallery`)
    return 'another package is imported by its name'
  if (from.feature && to.feature && from.feature !== to.feature)
    return 'a feature may not import another feature'
  if (isScreen(file) && isScreen(name)) return 'a screen may not import a screen'
  return undefined
}

/* `react/src/registry.ts` and the like sit outside `features` and may name them all. */
function partsOf(root, path) {
  const [group, name, sub, folder, feature, ...rest] = relative(root, path).split('/')
  if (group === 'packages' && sub === 'gallery') return { package: `${group}/${name}/${sub}` }
  const isFolder = folder === 'features' && (rest.length > 0 || !/^index(\.|$)/.test(feature ?? ''))
  return {
    package: `${group}/${name}`,
    feature: isFolder ? feature?.replace(/\.(js|ts|tsx)$/, '') : undefined,
  }
}

function isScreen(path) {
  return /(^|[-/])screen\.(js|tsx)$/.test(path)
}
