import { expect, test } from '@playwright/test'
import { findings } from './axe.js'
import { type Gallery, openGallery, sceneNames } from './gallery.js'
import { watchNoise } from './person.js'

let gallery: Gallery
test.beforeAll(async () => {
  gallery = await openGallery()
})
test.afterAll(() => gallery.close())

// Digits in their cells are too short for axe; `tokens.test.ts` computes their contrast for every theme.
const singleDigit = /^code-\w+: color-contrast: .*\.(cell|here)\b.*too short/

test.use({ trace: 'off' })

for (const width of [1280, 320]) {
  for (const theme of ['light', 'dark']) {
    for (const locale of ['en', 'ar']) {
      test(`axe finds nothing on any screen: ${width} px, ${theme}, ${locale}`, async ({
        context,
        page,
      }) => {
        test.setTimeout(180_000)
        const noise = watchNoise(context)
        const violations: string[] = []
        const unsure: string[] = []
        for (const scene of sceneNames) {
          await gallery.show(page, scene, { width, theme, locale })
          const found = await findings(page)
          violations.push(...found.violations.map((line) => `${scene}: ${line}`))
          unsure.push(...found.unsure.map((line) => `${scene}: ${line}`))
        }
        expect(violations).toEqual([])
        expect(unsure.filter((line) => !singleDigit.test(line))).toEqual([])
        expect(noise).toEqual([])
      })
    }
  }
}
