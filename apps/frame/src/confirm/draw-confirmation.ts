import type { EmbeddedChain } from '@sallyport/contract'
import { loadCopy } from './copy/load-copy.js'
import { readSubject } from './read-subject.js'
import { draw } from './screen/draw.js'
import { present } from './screen/present.js'

/** A confirmation as the frame draws it, for tests and pictures: nothing in it works. */
export async function drawConfirmation({
  chain,
  request,
  wallet,
  origin,
  languages = ['en'],
  appName = 'Harbour',
}: {
  chain: EmbeddedChain
  request: { method: string; params?: unknown }
  /** The address that this device would have derived. */
  wallet: string
  origin: string
  languages?: readonly string[]
  appName?: string
}): Promise<HTMLElement> {
  const words = await loadCopy(languages)
  const reading = await readSubject(chain, request, async () => wallet)
  const known = { wallet: reading.wallet ?? wallet, own: [wallet], sentTo: [] }
  const shown = present({ ...reading, ...known }, { words, origin })
  return draw(shown, { words, appName, host: new URL(origin).host }).root
}
