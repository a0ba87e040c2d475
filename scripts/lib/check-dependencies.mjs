import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lacksOf, nameIn, unhashedIn } from './lock-file.mjs'

/** Everything that runs where keys are: one more name here is a decision, not a side effect. */
const besideKeys = {
  'packages/crypto': [
    '@hpke/core',
    '@noble/curves',
    '@noble/hashes',
    '@scure/base',
    '@scure/bip32',
    '@scure/bip39',
    '@scure/btc-signer',
    'hash-wasm',
    'shamir-secret-sharing',
  ],
  'apps/frame': ['@sallyport/contract', '@sallyport/crypto', 'zod'],
}
/** Also under another name: TypeScript's keeps it out of `npm start`, where viem's optional peer would bring it. */
const exact = /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
/** What published packages depend on: apps share the copy that they and their other packages have already. */
const caret = /^\^\d+\.\d+\.\d+$/
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

/**
 * What a hostile or careless change to the dependencies shows as: a new name beside keys, a version that is a range, a
 * lock file that says otherwise or lacks the programs of another system, code that runs at installation. One sentence each.
 */
export function checkDependencies(root) {
  const lock = readJson(join(root, 'package-lock.json'))
  const folders = ['packages', 'apps'].flatMap((group) =>
    existsSync(join(root, group))
      ? readdirSync(join(root, group)).map((name) => `${group}/${name}`)
      : [],
  )
  const places = ['', 'e2e', 'scripts', ...folders].filter((place) =>
    existsSync(join(root, place, 'package.json')),
  )
  return [
    ...places.flatMap((place) =>
      problemsOf(place, readJson(join(root, place, 'package.json')), lock),
    ),
    ...installScripts(readJson(join(root, 'package.json')), lock),
    ...incompleteIn(lock),
  ]
}

function incompleteIn(lock) {
  const remedy = 'run node scripts/complete-lock.mjs'
  const registryHosts = Object.entries(lock.packages).filter(
    ([, { resolved = '' }]) => /^[\w+]+:/.test(resolved) && !resolved.startsWith('file:'),
  )
  return [
    ...lacksOf(lock).map(({ of, name, isOptional }) =>
      isOptional
        ? `The lock file lacks ${name}, which ${nameIn(of)} needs elsewhere: ${remedy}`
        : `The lock file lacks ${name}: remove ${nameIn(of)} from it and run npm install`,
    ),
    ...unhashedIn(lock).map((path) => `The lock file has no hash of ${nameIn(path)}: ${remedy}`),
    ...registryHosts.map(([path]) => `The lock file names a host for ${nameIn(path)}`),
  ]
}

function problemsOf(place, manifest, lock) {
  const where = place || 'the root'
  const locked = lock.packages[place] ?? {}
  const known = besideKeys[place]
  const strangers = Object.keys(manifest.dependencies ?? {})
    .filter((name) => known && !known.includes(name))
    .map((name) => `${where} may not depend on ${name}`)
  const others = kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, version]) => {
      const isShared = kind === 'dependencies' && manifest.publishConfig !== undefined
      if (isShared && !caret.test(version))
        return [`${where} pins ${name} ${version}: use a caret range`]
      if (!isShared && !exact.test(version)) return [`${where} takes any ${name} of ${version}`]
      const inLock = locked[kind]?.[name]
      return inLock === version
        ? []
        : [`${where}: the lock file has ${name} ${inLock}, not ${version}`]
    }),
  )
  const gone = kinds.flatMap((kind) =>
    Object.keys(locked[kind] ?? {})
      .filter((name) => !(name in (manifest[kind] ?? {})))
      .map((name) => `${where}: only the lock file knows ${name}`),
  )
  return [...strangers, ...others, ...gone]
}

function installScripts({ allowScripts = {} }, lock) {
  return Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => nameIn(path))
    .filter((name) => !Object.hasOwn(allowScripts, name))
    .map((name) => `${name} runs a script when it is installed`)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
