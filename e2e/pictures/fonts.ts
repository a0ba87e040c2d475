import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext } from '@playwright/test'

const require = createRequire(import.meta.url)
const bytesOf = (font: string, file: string) =>
  readFileSync(require.resolve(`@fontsource-variable/${font}/files/${file}.woff2`)).toString(
    'base64',
  )

/** The fonts of the pictures (SIL Open Font Licence): every machine has others, these come with the tests. */
const fonts = [
  { family: 'Picture Sans', bytes: bytesOf('inter', 'inter-latin-wght-normal') },
  {
    family: 'Picture Arabic',
    bytes: bytesOf('noto-sans-arabic', 'noto-sans-arabic-arabic-wght-normal'),
  },
  { family: 'Picture Mono', bytes: bytesOf('jetbrains-mono', 'jetbrains-mono-latin-wght-normal') },
]

/** Has every page of the context draw its text in the pictures' fonts, and nothing in a machine's own. */
export async function bringFonts(context: BrowserContext): Promise<void> {
  await context.addInitScript((given) => {
    for (const { family, bytes } of given) {
      const buffer = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)).buffer
      const face = new FontFace(family, buffer, { weight: '100 900' })
      document.fonts.add(face)
      void face.load()
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      body { --mono: 'Picture Mono' !important; font-family: 'Picture Sans', 'Picture Arabic' !important }
      #sallyport-dialog { --sp-mono: 'Picture Mono', 'Picture Sans' }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, fonts)
}
