import { type BrowserContext, expect, type Page } from '@playwright/test'
import { dev } from './person.js'

interface Recorded {
  drawn: number[][]
  sealed: number[][]
  received: string[]
}

/** Records, in every frame and before any script runs, what a page draws, encrypts and is told. */
export function recordSecrets(): void {
  const recorded: Recorded = { drawn: [], sealed: [], received: [] }
  Object.assign(window, { recorded })
  const draw = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    const filled = draw(array)
    if (filled instanceof Uint8Array && filled.length >= 15) recorded.drawn.push([...filled])
    return filled
  }
  const { subtle } = crypto
  const encrypt = subtle.encrypt.bind(subtle)
  // What is given to AES-GCM: the device and recovery shares, and by HPKE the auth share and the recovery key.
  subtle.encrypt = (algorithm, key, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
    recorded.sealed.push([...bytes])
    return encrypt(algorithm, key, data)
  }
  window.addEventListener('message', (event) => {
    recorded.received.push(
      typeof event.data === 'string'
        ? event.data
        : JSON.stringify(event.data, (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
    )
  })
}

/** Every request and answer of the context, and every line of its consoles. */
export function listenTo(context: BrowserContext): { bodies: string[]; lines: string[] } {
  const bodies: string[] = []
  const lines: string[] = []
  context.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  context.on('response', async (response) => {
    if (response.request().resourceType() === 'fetch')
      bodies.push(await response.text().catch(() => ''))
  })
  context.on('console', (message) => lines.push(message.text()))
  return { bodies, lines }
}

/** Entropy, polynomial, recovery key and all three shares, as the wallet frame held them; whole, and a share's tail. */
export async function secretsOfFrame(page: Page): Promise<Uint8Array[]> {
  const frame = page.frames().find((each) => each.url().startsWith(`${dev.authUrl}/apps/`))
  if (!frame) throw new Error('The page has no wallet frame')
  const { drawn, sealed } = await recordedIn(frame)
  const made = drawn.filter(({ length }) => [16, 25, 32].includes(length))
  expect(made.some(({ length }) => length === 16)).toBe(true)
  expect(made.some(({ length }) => length === 32)).toBe(true)
  // Device, auth and recovery share are of one length; a share's head names its wallet, its tail is the secret.
  const shares = sealed.filter(({ length }) => length > 97)
  expect(new Set(shares.map(String)).size).toBe(3)
  // A Solana key is sealed by itself, an Ethereum key with the 65 bytes of its public one after it.
  const keys = [32, 97].map((length) => sealed.filter((each) => each.length === length))
  expect(keys.every((each) => each.length > 0)).toBe(true)
  const whole = sealed.filter(({ length }) => length !== 97)
  const privateKeys = keys.flat().map((bytes) => bytes.slice(0, 32))
  const tails = shares.flatMap((share) => [0, 1, 2].map((cut) => share.slice(-24 + cut, -4)))
  return [...made, ...whole, ...privateKeys, ...tails].map((bytes) => Uint8Array.from(bytes))
}

/** What `recordSecrets` has recorded in a page or frame. */
export function recordedIn(where: Pick<Page, 'evaluate'>): Promise<Recorded> {
  return where.evaluate(() => (window as unknown as { recorded: Recorded }).recorded)
}
