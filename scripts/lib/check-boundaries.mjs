import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { registryPath, screensOf, specifiersIn, withoutEnding } from './imports.mjs'
import { filesBelow } from './stamp.mjs'

/** Which of our packages each may import (docs/develop/architecture.md). `testing` is for tests alone. */
export const allowed = {
  contract: [],
  crypto: [],
  core: ['contract'],
  'smart-wallets': ['contract'],
  node: ['contract'],
  react: ['core', 'contract', 'smart-wallets'],
  // Not published. It lives in the folder of react and may reach its screens. Of the frame it draws pages with sample data.
  gallery: ['react', 'core', 'contract', 'frame'],
  frame: ['contract', 'crypto'],
  process: [],
  protocols: ['contract'],
  pages: ['contract', 'process', 'protocols'],
  server: ['contract', 'crypto', 'pages', 'process', 'protocols', 'smart-wallets'],
  // The programs that hold keys never import each other: what they share is in the keyholder.
  keyholder: ['crypto', 'process', 'protocols'],
  vault: ['contract', 'crypto', 'keyholder', 'process', 'protocols'],
  signer: ['contract', 'crypto', 'keyholder', 'process', 'protocols'],
  sandbox: ['contract', 'node', 'protocols'],
  dashboard: ['gallery', 'react', 'core', 'contract', 'protocols'],
  demo: ['react', 'core', 'contract', 'smart-wallets'],
}

/** Why an import is refused: one sentence for each rule. The tests plant a violation of each. */
export const rules = {
  package: 'may not import',
  path: 'another package is imported by its name',
  feature: 'a feature may not import another feature',
  screen: 'a screen may not import a screen',
}

/** Imports that cross a boundary, one sentence each. Tests may import more. */
export function checkBoundaries(root) {
  const screens = screensOf(root)
  const found = filesBelow(['packages', 'apps'].map((one) => join(root, one)))
    .filter((file) => /\/(src|gallery)\/.*\.tsx?$/.test(file) && !isForTests(file))
    .flatMap((file) =>
      specifiersIn(file).flatMap((name) => {
        const problem = problemOf({ root, file, name, screens })
        return problem ? [`${relative(root, file)} imports ${name}: ${problem}`] : []
      }),
    )
  const isBlind = screens.size === 0 && existsSync(join(root, 'packages/react/src/modal'))
  return isBlind ? [...found, `${registryPath} names no screen: the rule sees none`] : found
}

/** Tests, and what they are helped by where it is not part of the gallery. */
function isForTests(file) {
  return /\.test\.tsx?$|\/src\/testing\/|(?:node|smart-wallets)\/src\/test-kit\//.test(file)
}

function problemOf({ root, file, name, screens }) {
  const from = placeOf(root, file)
  const here = from.package.split('/').at(-1)
  if (!allowed[here]) return undefined
  const other = /^@sallyport\/([^/]+)/.exec(name)?.[1]
  if (other && other !== here && !allowed[here].includes(other))
    return `${here} ${rules.package} ${other}`
  if (!name.startsWith('.')) return undefined
  const target = resolve(dirname(file), name)
  const to = placeOf(root, target)
  if (to.package !== from.package && from.package !== `${to.package}/gallery`) return rules.path
  if (from.feature && to.feature && from.feature !== to.feature) return rules.feature
  if ([file, target].every((path) => screens.has(withoutEnding(path)))) return rules.screen
  return undefined
}

/** Files such as `react/src/registry.ts` are outside of `features` and may name them all. */
function placeOf(root, path) {
  const [group, name, sub, folder, feature, ...rest] = relative(root, path).split('/')
  if (group === 'packages' && sub === 'gallery') return { package: `${group}/${name}/${sub}` }
  const isFolder = folder === 'features' && (rest.length > 0 || !/^index(\.|$)/.test(feature ?? ''))
  return {
    package: `${group}/${name}`,
    feature: isFolder ? withoutEnding(feature ?? '') : undefined,
  }
}
