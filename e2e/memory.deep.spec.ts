import { expect, type Frame, type Page, test } from '@playwright/test'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type BareHost, openBareHost, serveHost, signInByApi } from './bare-host.js'
import { leaks, spellings } from './canaries.js'
import { stringsInHeap } from './heap.js'
import { dev } from './person.js'
import { everyLog, everyRow } from './places.js'
import { listenTo, recordedIn, recordSecrets, secretsOfFrame } from './recorded-secrets.js'
import { ownStack } from './stacks.js'

const chains = ['ethereum', 'solana', 'bitcoin-segwit', 'bitcoin-taproot'] as const

test('P8 CUS-16 IFR-21: after signatures on four chains no secret is in a string in memory, storage, messages, network, logs or database', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const context = await browser.newContext()
  await context.addInitScript(recordSecrets)
  const heard = listenTo(context)
  const { url, close } = await serveHost('')
  const host = await openBareHost(context, url)
  const frame = frameOf(host.page)
  await signOnEveryChain(host)
  const planted = await plant(frame)

  // The heaps first: what the test reads out afterwards would be in them.
  const heaps = {
    page: await stringsInHeap(host.page, host.page.mainFrame()),
    frame: await stringsInHeap(host.page, frame),
  }

  const secrets = await secretsOfFrame(host.page)
  const entropies = secrets.filter(({ length }) => length === 16)
  const seeds = entropies.map((each) => mnemonicToSeedSync(entropyToMnemonic(each, wordlist)))
  const canaries = [...secrets, ...seeds].flatMap(spellings)
  const places = {
    ...heaps,
    messages: (await recordedIn(host.page)).received.join('\n'),
    bodies: heard.bodies.join('\n'),
    console: heard.lines.join('\n'),
    storage: await everythingStored(frame),
    log: await everyLog(ownStack().logDir),
    database: await everyRow(dev.databaseUrl),
  }
  // Each place was really looked into.
  expect(entropies.length).toBeGreaterThan(0)
  expect(heaps.frame).toContain(planted)
  expect(places.messages).toContain('privy:wallets:rpc')
  expect(places.bodies).toContain('/embedded_wallets')
  expect(places.storage).toContain('sealedShare')
  expect(places.database).toContain('sallyport_vault.recovery_key')

  const searched = Object.values(places).reduce((sum, text) => sum + text.length, 0)
  console.log(
    `canary search: ${secrets.length + seeds.length} secrets, ${canaries.length} spellings, ` +
      `${(searched / 1e6).toFixed(1)} MB of text in ${Object.keys(places).length} places: ` +
      `${leaks(canaries, places).length} hits`,
  )
  expect(leaks(canaries, places)).toEqual([])
  await context.close()
  close()
})

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(`${dev.authUrl}/apps/`))
  if (!frame) throw new Error('The page has no wallet frame')
  return frame
}

async function signOnEveryChain(host: BareHost): Promise<void> {
  const { token: accessToken } = await signInByApi()
  const made = await host.ask('privy:wallets:create', { accessToken, chainType: 'ethereum' })
  const address = String(made.data?.address)
  const root = {
    accessToken,
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
    hdWalletIndex: 0,
  }
  const requests = {
    ethereum: { method: 'personal_sign', params: ['hello', address] },
    solana: { method: 'signMessage', params: { message: 'aGVsbG8=' } },
    'bitcoin-segwit': { method: 'sign', params: { message: 'hello' } },
    'bitcoin-taproot': { method: 'sign', params: { message: 'hello' } },
  }
  for (const chainType of chains) {
    if (chainType !== 'ethereum') {
      const added = await host.ask('privy:wallets:add', { ...root, chainType })
      expect(added.error).toBeUndefined()
    }
    // The second signature uses what the first one kept.
    for (const _ of [1, 2]) {
      const request = requests[chainType]
      const signed = await host.ask('privy:wallets:rpc', { ...root, chainType, request })
      expect(signed.error).toBeUndefined()
    }
  }
}

/** Leaves a text in the frame's memory, so that a search that finds nothing is known to work. */
async function plant(frame: Frame): Promise<string> {
  const text = `planted-${crypto.randomUUID()}`
  await frame.evaluate(
    (codes) => void Object.assign(window, { planted: String.fromCharCode(...codes) }),
    [...text].map((character) => character.charCodeAt(0)),
  )
  return text
}

/** Everything the frame's origin keeps in the browser; bytes as hex. */
function everythingStored(frame: Frame): Promise<string> {
  return frame.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const hex = (bytes: Uint8Array) =>
      Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const write = (_: string, value: unknown) =>
      ArrayBuffer.isView(value)
        ? hex(new Uint8Array(value.buffer))
        : value instanceof ArrayBuffer
          ? hex(new Uint8Array(value))
          : value
    const texts = [JSON.stringify({ ...localStorage, ...sessionStorage }), document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = await settled(database.transaction(store).objectStore(store).getAll())
        texts.push(`${name}.${store} ${JSON.stringify(rows, write)}`)
      }
      database.close()
    }
    return texts.join('\n')
  })
}
