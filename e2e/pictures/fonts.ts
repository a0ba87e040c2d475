import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { create } from 'fontkit'
import { sfntOf } from './sfnt.js'

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(require.resolve(path))
const variable = (font: string, file: string) =>
  read(`@fontsource-variable/${font}/files/${file}-wght-normal.woff2`)
/** Where a Chromium without the machine's fonts finds its own. */
const folder = fileURLToPath(new URL('../../.cache/picture-fonts', import.meta.url))
const signs = '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal'

/** The fonts of the pictures (SIL Open Font Licence): every machine has others, these come with the tests. */
const fonts = {
  'Picture Sans': variable('inter', 'inter-latin'),
  'Picture Arabic': variable('noto-sans-arabic', 'noto-sans-arabic-arabic'),
  'Picture Mono': variable('jetbrains-mono', 'jetbrains-mono-latin'),
  'Picture Signs': read(`${signs}.woff2`),
}

/** Has every page of the context draw its text in the pictures' fonts. */
export async function bringFonts(context: BrowserContext): Promise<void> {
  const given = Object.entries(fonts).map(([family, bytes]) => ({
    family,
    bytes: bytes.toString('base64'),
  }))
  await context.addInitScript((faces) => {
    for (const { family, bytes } of faces) {
      const buffer = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)).buffer
      const face = new FontFace(family, buffer, { weight: '100 900' })
      document.fonts.add(face)
      void face.load()
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      body {
        --mono: 'Picture Mono', 'Picture Signs' !important;
        font-family: 'Picture Sans', 'Picture Arabic', 'Picture Signs' !important;
      }
      #sallyport-dialog { --sp-mono: 'Picture Mono', 'Picture Sans', 'Picture Signs' }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, given)
}

/**
 * The environment of a Chromium that knows no font of the machine: a character that is in none of the pictures' fonts is drawn as
 * "no glyph", and the same everywhere. Chromium needs at least one font; it gets the signs.
 */
export function withoutSystemFonts(): Record<string, string | undefined> {
  mkdirSync(join(folder, 'fonts'), { recursive: true })
  writeWhole(join(folder, 'fonts', 'signs.ttf'), sfntOf(read(`${signs}.woff`)))
  const file = join(folder, 'fonts.conf')
  writeWhole(file, fontsConf(folder))
  return { ...process.env, FONTCONFIG_FILE: file }
}

/** Every run writes the same: a worker that reads meanwhile gets the old file or the new one, each whole. */
function writeWhole(path: string, content: Buffer | string): void {
  // Beside the folder of fonts, which is searched.
  const own = `${folder}-${process.pid}`
  writeFileSync(own, content)
  renameSync(own, path)
}

/** How letters are smoothed is part of the configuration too: as Debian's says. */
const smoothing = { antialias: '<bool>true</bool>', hintstyle: '<const>hintslight</const>' }

function fontsConf(folder: string): string {
  const edits = Object.entries(smoothing).map(
    ([name, value]) => `<edit name="${name}" mode="append">${value}</edit>`,
  )
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  <match target="pattern">${edits.join('')}</match>
</fontconfig>
`
}

const characters = new Map<string, ReadonlySet<number>>()

/**
 * The characters of a text that none of the pictures' fonts in a CSS `font-family` list has, each once. White space and signs
 * that steer the direction of a text draw nothing.
 */
export function missingIn(text: string, family: string): string[] {
  const sets = Object.entries(fonts)
    .filter(([name]) => family.includes(name))
    .map(([name, bytes]) => charactersOf(name, bytes))
  return [...new Set(text)].filter(
    (sign) =>
      !/[\s\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u.test(sign) &&
      !sets.some((set) => set.has(sign.codePointAt(0) ?? 0)),
  )
}

function charactersOf(name: string, bytes: Buffer): ReadonlySet<number> {
  const known = characters.get(name)
  if (known) return known
  const font = create(bytes)
  const set = new Set('characterSet' in font ? font.characterSet : [])
  characters.set(name, set)
  return set
}
