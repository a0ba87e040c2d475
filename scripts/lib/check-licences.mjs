import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that ask for nothing an Apache-2.0 project cannot give. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

/** Production dependencies of the lock file whose licence is not in the list; one sentence each. */
export function checkLicences(root, lock = readJson(join(root, 'package-lock.json'))) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
    .flatMap(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = entry.license ?? licenceIn(root, path)
      // An optional package of another platform is not here to be read.
      if (licence === undefined && entry.optional) return []
      return isAllowed(licence) ? [] : [`${name} has the licence ${licence ?? '(none named)'}`]
    })
}

function isAllowed(licence) {
  const text = String(licence ?? '').replace(/[()]/g, '')
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed)
  return text.split(' AND ').every((one) => allowed.has(one.trim()))
}

function licenceIn(root, path) {
  try {
    const { license, licenses } = readJson(join(root, path, 'package.json'))
    return license?.type ?? license ?? licenses?.[0]?.type
  } catch {
    return undefined
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
