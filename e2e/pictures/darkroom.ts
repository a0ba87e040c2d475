import type { BrowserContext } from '@playwright/test'
import { compare, type Difference } from './compare.js'
import { palettePng } from './palette-png.js'

/** Develops and compares pictures; a page of the browser that took them decodes them. */
export interface Darkroom {
  /** A screenshot as small PNG: 256 colours, none further than it matters from what it was. */
  develop(screenshot: Buffer): Promise<Buffer>
  /** How a screenshot differs from a kept picture, and a copy of it with the places marked. */
  judge(
    kept: Buffer,
    screenshot: Buffer,
    scale: number,
  ): Promise<{ found: Difference[]; marked: Buffer }>
}

/** A darkroom in a page of its own. */
export async function openDarkroom(context: BrowserContext): Promise<Darkroom> {
  const page = await context.newPage()
  const functions = [compare, decode, encode, toBase64, toIndexed, judge]
  await page.addScriptTag({ content: functions.join('\n') })
  const text = (bytes: Buffer) => `'${bytes.toString('base64')}'`
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  return {
    async develop(screenshot) {
      const found = await page.evaluate<ReturnType<typeof toIndexed>>(
        `decode(${text(screenshot)}).then(toIndexed)`,
      )
      const { palette, indices } = found
      return palettePng({ ...found, palette: bytes(palette), indices: bytes(indices) })
    },
    async judge(kept, screenshot, scale) {
      const { found, marked } = await page.evaluate<Awaited<ReturnType<typeof judge>>>(
        `judge(${text(kept)}, ${text(screenshot)}, ${scale})`,
      )
      return { found, marked: bytes(marked) }
    },
  }
}

/* What follows is run in the page, by its text. */

async function decode(base64: string): Promise<OffscreenCanvas> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas
}

async function encode(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return toBase64(new Uint8Array(await blob.arrayBuffer()))
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return btoa(text)
}

/** The most frequent colours that are not nearly alike; every pixel takes the nearest of them. */
function toIndexed(canvas: OffscreenCanvas) {
  const { width, height } = canvas
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
  const words = new Uint32Array(data?.buffer ?? new ArrayBuffer(0))
  const counts = new Map<number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const parts = (word: number) => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255]
  const palette: number[][] = []
  const indexOf = new Map<number, number>()
  for (const [word] of [...counts].sort(([, one], [, other]) => other - one)) {
    const [red = 0, green = 0, blue = 0] = parts(word)
    let [best, distance] = [0, 256]
    for (const [index, [r = 0, g = 0, b = 0]] of palette.entries()) {
      const far = Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue))
      if (far < distance) [best, distance] = [index, far]
    }
    if (distance > 2 && palette.length < 256) best = palette.push([red, green, blue]) - 1
    indexOf.set(word, best)
  }
  const indices = Uint8Array.from(words, (word) => indexOf.get(word) ?? 0)
  return {
    width,
    height,
    palette: toBase64(Uint8Array.from(palette.flat())),
    indices: toBase64(indices),
  }
}

async function judge(keptText: string, screenshotText: string, scale: number) {
  const [kept, shot] = [await decode(keptText), await decode(screenshotText)]
  const pixels = (canvas: OffscreenCanvas) => {
    const { width, height } = canvas
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
    return { width, height, data: data ?? new Uint8ClampedArray() }
  }
  const found = compare(pixels(kept), pixels(shot), scale)
  if (found.length === 0) return { found, marked: '' }
  const pen = shot.getContext('2d')
  if (pen) pen.strokeStyle = '#ff00aa'
  for (const { at } of found)
    if (at) pen?.strokeRect(at.x - 4 * scale, at.y - 4 * scale, 8 * scale, 8 * scale)
  return { found, marked: await encode(shot) }
}
