import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transpile } from './lib/transpile.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'transpile-'))
  plant('tsconfig.json', JSON.stringify({ references: [{ path: 'packages/a' }] }))
  const exclude = ['src/**/*.test.ts', 'src/test-kit', 'src/test/**']
  plant('packages/a/tsconfig.json', JSON.stringify({ exclude }))
})
afterEach(() => rmSync(root, { recursive: true }))

const at = (path: string) => join(root, 'packages/a', path)
const read = (path: string) => readFileSync(at(path), 'utf8')
function plant(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

describe('transpile', () => {
  test('writes JavaScript with a map to the source, and keeps imports of values', async () => {
    plant(
      'packages/a/src/folder/b.tsx',
      "import { c, type D } from './c.js'\nexport const d: D = <p>{c}</p>\n",
    )

    expect(await transpile(root)).toBeUndefined()

    expect(read('dist/folder/b.js')).toContain('import { c } from "./c.js"')
    expect(read('dist/folder/b.js')).toContain('from "react/jsx-runtime"')
    expect(read('dist/folder/b.js')).toContain('//# sourceMappingURL=b.js.map')
    expect(JSON.parse(read('dist/folder/b.js.map')).sources).toEqual(['../../src/folder/b.tsx'])
  })

  test('leaves out tests, declarations and what the project excludes', async () => {
    for (const name of [
      'a.test.ts',
      'b/a.test.ts',
      'c.d.ts',
      'test-kit/d.ts',
      'test/e.ts',
      'test-kits.ts',
    ])
      plant(`packages/a/src/${name}`, 'export {}')

    await transpile(root)

    const names = ['a.test', 'b/a.test', 'c.d', 'test-kit/d', 'test/e', 'test-kits']
    expect(names.filter((name) => existsSync(at(`dist/${name}.js`)))).toEqual(['test-kits'])
  })

  test('removes what was built of a source that is gone, and leaves a file alone that is the same', async () => {
    for (const name of ['stays', 'goes']) plant(`packages/a/src/${name}.ts`, 'export const a = 1')
    await transpile(root)
    const before = statSync(at('dist/stays.js')).mtimeMs
    plant('packages/a/dist/stays.d.ts', 'export declare const a = 1;')

    rmSync(at('src/goes.ts'))
    await transpile(root)

    expect(existsSync(at('dist/goes.js')) || existsSync(at('dist/goes.js.map'))).toBe(false)
    expect(existsSync(at('dist/stays.d.ts'))).toBe(true)
    expect(statSync(at('dist/stays.js')).mtimeMs).toBe(before)
  })

  test('error: names the file with a syntax error', async () => {
    plant('packages/a/src/wrong.ts', 'export const = 1')

    expect(await transpile(root)).toMatch(/^packages\/a\/src\/wrong\.ts: /)
  })
})
