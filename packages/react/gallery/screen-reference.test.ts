import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { committedPictures, picturePath } from './pictures.js'
import { scenes, spots } from './scenes.js'
import { screenReference } from './screen-reference.js'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))

describe('screenReference', () => {
  test('equals docs/features/screens.md (update: node scripts/print-screens.mjs)', () => {
    expect(screenReference()).toBe(readFileSync(join(docs, 'features/screens.md'), 'utf8'))
  })

  test('lists every scene, and shows a picture of each screen', () => {
    const text = screenReference()
    const shown = [...text.matchAll(/src="\.\.\/pictures\/([^"]+)"/g)].map(([, path]) => path)
    const listed = [...text.matchAll(/^\| `[^`]+` \|/gm)]

    expect(listed).toHaveLength(spots.length)
    expect(shown).toHaveLength(Object.keys(scenes).length)
    expect(committedPictures().map(picturePath)).toEqual(expect.arrayContaining(shown))
  })
})

describe('committedPictures', () => {
  test('are the files in docs/pictures (update: npm run pictures)', () => {
    const files = readdirSync(join(docs, 'pictures'), { recursive: true, encoding: 'utf8' })

    expect(files.filter((name) => name.endsWith('.png')).sort()).toEqual(
      committedPictures().map(picturePath).sort(),
    )
  })

  test('are at most twice as many as the screens, and hold every picture of README and docs', () => {
    const pages = [
      readFileSync(join(docs, '..', 'README.md'), 'utf8'),
      readFileSync(join(docs, 'start/react-quickstart.md'), 'utf8'),
    ]
    const shown = pages.flatMap((text) =>
      [...text.matchAll(/pictures\/([\w./-]+\.png)/g)].map(([, path]) => path),
    )
    const committed = committedPictures().map(picturePath)

    expect(shown.length).toBeGreaterThan(5)
    expect(committed).toEqual(expect.arrayContaining(shown))
    expect(committed.length).toBeLessThanOrEqual(2 * Object.keys(scenes).length)
  })
})
