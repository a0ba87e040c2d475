import { dirname, join, normalize } from 'node:path'

/** The files of the repository, relative to its root. */
export interface Tree {
  files: ReadonlySet<string>
  read(file: string): string
}

/** What every test depends on. */
const always = ['package.json', 'package-lock.json', 'vitest.config.ts', 'tsconfig.base.json']
/** What a file needs without naming it: a test's database is a copy of what the setup of the run made. */
const needs: Record<string, string> = {
  'packages/testing/src/database.ts': 'packages/testing/src/global-setup.ts',
}
/** Tests in these folders start programs and pages as they are built: they depend on everything but other tests. */
const wholeFolders = ['e2e/', 'scripts/', 'conformance/', 'examples/']

/** What stands for all files in the list of those that a file names. */
const root = '.'

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)
const isCode = (file: string) => /\.[cm]?[jt]sx?$/.test(file)

/**
 * Tells the files whose content decides about the outcome of a piece with a test file: of a unit test, what it names by import or by
 * a path in quotes, and what that names in turn; of every other piece, all but the other tests.
 */
export function dependenciesIn(tree: Tree): (file: string | undefined) => string[] {
  const memory = new Map<string, readonly string[]>()
  const named = (file: string) => {
    const known = memory.get(file) ?? (isCode(file) ? namedIn(file, tree) : [])
    memory.set(file, known)
    return known
  }
  const whole = (file: string | undefined) => {
    // No page that a browser is shown is made of the documentation; the examples quote it.
    const isShown = file?.startsWith('e2e/') && !file.startsWith('e2e/examples/')
    return [...tree.files]
      .filter((each) => each === file || !(isTest(each) || (isShown && each.endsWith('.md'))))
      .sort()
  }
  return (file) => {
    if (file === undefined || wholeFolders.some((folder) => file.startsWith(folder)))
      return whole(file)
    const found = new Set([file, ...always.filter((each) => tree.files.has(each))])
    for (const each of found)
      for (const other of [...named(each), ...(needs[each] ? [needs[each]] : [])]) found.add(other)
    return found.has(root) ? whole(file) : [...found].sort()
  }
}

/** The kit of the tests: of its index, a file depends on what it imports by name. */
const kit = { name: '@sallyport/testing', index: 'packages/testing/src/index.ts' }

/** Files that the text of one names, or the root of the repository. */
function namedIn(file: string, tree: Tree): string[] {
  const text = tree.read(file)
  const fromKit = [...text.matchAll(importOf(kit.name))].flatMap(([, names = '']) => namesIn(names))
  const others = text.replaceAll(importOf(kit.name), '')
  return [...filesOfKit(fromKit, tree), ...namedByPath(file, others, tree)]
}

/** An import or export of names in braces. */
function importOf(module: string): RegExp {
  return new RegExp(`(?:import|export) (?:type )?\\{([^}]*)\\} from '${module}'`, 'g')
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((each) => /^\s*(?:type )?(\w+)/.exec(each)?.[1] ?? [])
}

/** The files that the kit's index takes the names from; the index itself for a name that it does not list. */
function filesOfKit(names: readonly string[], tree: Tree): string[] {
  if (names.length === 0 || !tree.files.has(kit.index)) return []
  const exports = [...tree.read(kit.index).matchAll(importOf("([^']+)"))]
  return names.flatMap((name) => {
    const [, , path] = exports.find(([, list = '']) => namesIn(list).includes(name)) ?? []
    return path === undefined ? [kit.index] : filesAt(join(dirname(kit.index), path), tree)
  })
}

function namedByPath(file: string, text: string, tree: Tree): string[] {
  const texts = text.matchAll(/(URL\()?(['"`])((?:\.{1,2}(?=\/|\2)|@sallyport\/)[^'"`\n$]*)/g)
  return [...texts].flatMap(([, url, , path = '']) => {
    if (path.startsWith('@')) return filesOfPackage(path, tree)
    // A full stop alone is a folder in a URL, and a sign in a text.
    return path === '.' && !url ? [] : filesAt(join(dirname(file), path), tree)
  })
}

/** A path as it is written names a file, its source, or a folder with all its files. */
function filesAt(path: string, tree: Tree): string[] {
  const source = normalize(path).replace(/\/$/, '').replace('/dist/', '/src/')
  if (source === root) return [root]
  const bare = source.replace(/\.[cm]?jsx?$/, '')
  const candidates = [
    source,
    ...['.ts', '.tsx', '.mjs', '.d.ts', '/index.ts'].map((end) => bare + end),
  ]
  const file = candidates.find((each) => tree.files.has(each))
  if (file !== undefined) return [file]
  const folder = source.replace(/\/dist(?:-page)?$/, '')
  return [...tree.files].filter((each) => each.startsWith(`${folder}/`) && !isTest(each))
}

/** A package by its name: its entry, or all its sources where its `exports` name no source of that name. */
function filesOfPackage(name: string, tree: Tree): string[] {
  const [, short = '', ...rest] = name.split('/')
  const folder = short === 'gallery' ? 'packages/react/gallery' : folderOf(short, tree)
  const at = [folder, 'src', ...(rest.length > 0 ? rest : ['index'])].join('/')
  const entry = [`${at}.ts`, `${at}.tsx`, `${at}/index.ts`].find((each) => tree.files.has(each))
  const manifest = [`${folder}/package.json`].filter((each) => tree.files.has(each))
  if (entry !== undefined) return [entry, ...manifest]
  return [...tree.files].filter((each) => each.startsWith(`${folder}/`) && !isTest(each))
}

function folderOf(name: string, tree: Tree): string {
  return tree.files.has(`packages/${name}/package.json`) ? `packages/${name}` : `apps/${name}`
}
