import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { picturePaths } from './pictures.js'
import { spots } from './scenes.js'
import { screenReference } from './screen-reference.js'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))

describe('screenReference', () => {
  test('equals docs/screens.md (update: node scripts/print-screens.mjs)', () => {
    expect(screenReference()).toBe(readFileSync(join(docs, 'screens.md'), 'utf8'))
  })

  test('tells every scene, and shows a picture of each', () => {
    const text = screenReference()
    const shown = [...text.matchAll(/src="([^"]+)"/g)].map(([, path]) => path)

    expect(shown).toHaveLength(2 * spots.length)
    expect(picturePaths()).toEqual(expect.arrayContaining(shown))
  })
})

describe('picturePaths', () => {
  test('names every picture that is kept, and none that is not (update: npm run pictures)', () => {
    const kept = readdirSync(join(docs, 'pictures'), { recursive: true, encoding: 'utf8' })
    const pictures = kept.filter((name) => name.endsWith('.png')).map((name) => `pictures/${name}`)

    expect(pictures.sort()).toEqual(picturePaths().sort())
  })
})
