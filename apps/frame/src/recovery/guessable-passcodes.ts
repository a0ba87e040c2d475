import { base64ToBytes } from '../base64.js'

const replaced: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a passcode is one of the first that are guessed: a row of characters, few different ones, or one of some ten thousand common
 * passwords, also with digits and signs around it or in place of letters. Says so of one in a thousand others too.
 */
export async function isGuessable(webCrypto: Crypto, passcode: string): Promise<boolean> {
  const lower = passcode.toLowerCase()
  if (new Set(lower).size < 4) return true
  if (isRow(lower)) return true
  const spelled = [...lower].map((each) => replaced[each] ?? each).join('')
  const forms = [lower, bareOf(lower), spelled, bareOf(spelled)]
  for (const form of new Set(forms)) if (await isCommon(webCrypto, form)) return true
  return false
}

function bareOf(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
}

/** Each character is the next, or the one before, of the one left of it: `12345678`, `hgfedcba`. */
function isRow(text: string): boolean {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  const inRow = steps.filter((step) => Math.abs(step) <= 1 || Math.abs(step) === 9)
  return inRow.length === steps.length
}

let filter: Uint8Array | undefined

/** Loaded when a passcode is chosen. */
async function isCommon({ subtle }: Crypto, text: string): Promise<boolean> {
  const { commonPasscodes } = await import('./common-passcodes.js')
  const { bits, hashes } = commonPasscodes
  filter ??= base64ToBytes(commonPasscodes.filter)
  const digest = new DataView(await subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [first, second] = [digest.getUint32(0), digest.getUint32(4)]
  for (let i = 0; i < hashes; i += 1) {
    const bit = (first + i * second) % bits
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
