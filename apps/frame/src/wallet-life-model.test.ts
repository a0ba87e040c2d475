import { randomBytes } from 'node:crypto'
import { api, type EmbeddedChain, type FrameAnswer } from '@sallyport/contract'
import { fromBase64url, loadChain, toBase64url } from '@sallyport/crypto'
import { asSignedIn, authOrigin, fuzz, fuzzTimeFactor, type TestKit } from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceStore } from './device/device-record.js'
import { createMemoryStore } from './device/memory-store.js'
import { type RealServer, startRealServer } from './testing/real-server.js'
import { dataOf, errorOf, openPage, type Page } from './testing/rig.js'

/*
 * The life of one user's wallet against its model: several browsers make, add, recover and sign before the real server
 * and the real vault, while storage is cleared, devices come, calls and answers get lost and tabs close.
 *
 * I1: every address ever told signs within three attempts, on every browser and on a new one. I2: one root, and one
 * address for each place under it.
 */

const attempts = 3
type Chain = EmbeddedChain
interface Told {
  chain: Chain
  index: number
  address: string
}
/** A call that goes wrong: its request or its answer is lost, or the tab closes while it is under way. */
interface Fault {
  atCall: number
  how: 'request' | 'answer' | 'tab'
}

let real: RealServer
let kit: TestKit
beforeAll(async () => {
  real = await startRealServer(
    { config: { recoveriesPerUserPerDay: 10_000, readBacksPerUserPerHour: 10_000 } },
    { releasesPerMinute: 1_000_000, releasesPerWalletPerDay: 1_000_000 },
  )
  kit = real.kit
})
afterAll(() => real?.close())

/** A browser whose next calls can be made to fail. Closing a tab keeps its storage. */
class Browser {
  fault: Fault | undefined
  private store: DeviceStore = createMemoryStore()
  private close = () => {}
  private closed = new Promise<void>(() => {})
  // Last, because it sets the two above.
  private page: Page = this.open()

  clearStorage(): void {
    this.store = createMemoryStore()
    this.page = this.open()
  }

  /** The answer; `undefined` when the tab was closed before it came. */
  async send(...[event, data]: Parameters<Page['send']>): Promise<FrameAnswer | undefined> {
    return Promise.race([this.page.send(event, data), this.closed.then(() => undefined)])
  }

  private open(): Page {
    this.closed = new Promise((resolve) => {
      this.close = resolve
    })
    const fetch: typeof globalThis.fetch = (url, init) => this.fetch(url, init)
    return openPage({ server: { ...real.page, fetch }, store: this.store })
  }

  private async fetch(...[url, init]: Parameters<typeof globalThis.fetch>): Promise<Response> {
    const how = this.nextFault()
    if (how === 'request') throw new TypeError('Failed to fetch')
    const answer = await real.fetch(url, init)
    if (how === 'answer') throw new TypeError('Failed to fetch')
    if (how === 'tab') {
      this.close()
      this.page = this.open()
      // What a closed tab would have done next is never done.
      return new Promise(() => {})
    }
    return answer
  }

  private nextFault(): Fault['how'] | undefined {
    if (this.fault === undefined) return undefined
    this.fault.atCall -= 1
    if (this.fault.atCall >= 0) return undefined
    const { how } = this.fault
    this.fault = undefined
    return how
  }
}

interface Life {
  accessToken: string
  browsers: Browser[]
  told: Told[]
}

async function begin(): Promise<Life> {
  const credential = randomBytes(32).toString('base64url')
  const { body } = await kit.call(api.guest.authenticate, {
    body: { guest_credential: credential },
  })
  return { accessToken: asSignedIn(body).token, browsers: [new Browser()], told: [] }
}

/** Notes an address the frame has told; the same place never has two. */
function note({ told }: Life, one: Told): void {
  const known = told.find(({ chain, index }) => chain === one.chain && index === one.index)
  if (known === undefined) told.push(one)
  else expect(one.address).toBe(known.address)
}

const primaryOf = ({ told }: Life) => told.find(({ index }) => index === 0)

async function create(life: Life, browser: Browser, chain: Chain): Promise<void> {
  const { accessToken } = life
  const answer = await browser.send('privy:wallets:create', { accessToken, chainType: chain })
  if (answer === undefined || 'error' in answer) return
  note(life, { chain, index: 0, address: String(dataOf(answer).address) })
}

/** Signs within three attempts, recovering where the frame says so; the signature is the address's own. */
async function sign(life: Life, browser: Browser, wallet: Told): Promise<void> {
  const primary = primaryOf(life)
  if (primary === undefined) throw new Error('There is no wallet')
  const { accessToken } = life
  const root = {
    accessToken,
    entropyId: primary.address,
    entropyIdVerifier: `${primary.chain}-address-verifier` as const,
  }
  const text = 'still mine'
  const request =
    wallet.chain === 'ethereum'
      ? { method: 'personal_sign', params: [text, wallet.address] }
      : { method: 'signMessage', params: { message: Buffer.from(text).toString('base64') } }
  const said: string[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await browser.send('privy:wallets:rpc', {
      ...root,
      chainType: wallet.chain,
      hdWalletIndex: wallet.index,
      request,
    })
    if (answer !== undefined && !('error' in answer)) {
      const signature = signatureOf(wallet.chain, dataOf(answer))
      const { verifyProof } = await loadChain[wallet.chain]()
      const { address } = wallet
      expect(verifyProof({ address, message: text, signature })).toBe(true)
      return
    }
    said.push(answer === undefined ? 'closed' : errorOf(answer))
    if (said.at(-1) === 'wallet_not_on_device') await browser.send('privy:wallets:recover', root)
  }
  throw new Error(`${wallet.chain} ${wallet.index} did not sign: ${said.join(', ')}`)
}

function signatureOf(chain: Chain, data: Record<string, unknown>): Uint8Array {
  const response = data.response as { data: unknown }
  if (chain === 'ethereum') return Buffer.from(String(response.data).slice(2), 'hex')
  const { signature } = response.data as { signature: string }
  return fromBase64url(toBase64url(Buffer.from(signature, 'base64')))
}

class Act implements fc.AsyncCommand<Life, object> {
  constructor(
    readonly name: string,
    readonly needsWallet: boolean,
    readonly act: (life: Life) => Promise<void>,
  ) {}
  check = ({ told }: Life) => !this.needsWallet || told.length > 0
  run = (life: Life) => this.act(life)
  toString = () => this.name
}

const browserOf = ({ browsers }: Life, n: number) => browsers[n % browsers.length]!
const chains = fc.constantFrom<Chain>('ethereum', 'solana')
const which = fc.nat(2)
const commands = fc.commands(
  [
    fc
      .tuple(which, chains)
      .map(
        ([n, chain]) =>
          new Act(`create(${n}, ${chain})`, false, (life) =>
            create(life, browserOf(life, n), chain),
          ),
      ),
    chains.map(
      (chain) =>
        new Act(`createAtOnce(${chain})`, false, async (life) => {
          await Promise.all(life.browsers.map((browser) => create(life, browser, chain)))
        }),
    ),
    fc.tuple(which, chains, fc.integer({ min: 1, max: 2 })).map(
      ([n, chain, index]) =>
        new Act(`add(${n}, ${chain}, ${index})`, true, async (life) => {
          const { accessToken } = life
          const { address, chain: primaryChain } = primaryOf(life)!
          const answer = await browserOf(life, n).send('privy:wallets:add', {
            accessToken,
            entropyId: address,
            entropyIdVerifier: `${primaryChain}-address-verifier`,
            chainType: chain,
            hdWalletIndex: index,
          })
          if (answer === undefined || 'error' in answer) return
          note(life, { chain, index, address: String(dataOf(answer).address) })
        }),
    ),
    fc.constant(
      new Act('newDevice', false, async ({ browsers }) => {
        if (browsers.length < 3) browsers.push(new Browser())
      }),
    ),
    which.map(
      (n) =>
        new Act(`clearStorage(${n})`, false, async (life) => browserOf(life, n).clearStorage()),
    ),
    fc.tuple(which, fc.nat(20)).map(
      ([n, pick]) =>
        new Act(`sign(${n}, ${pick})`, true, async (life) => {
          const browser = browserOf(life, n)
          browser.fault = undefined
          await sign(life, browser, life.told[pick % life.told.length]!)
        }),
    ),
    fc.tuple(which, fc.nat(5), fc.constantFrom<Fault['how']>('request', 'answer', 'tab')).map(
      ([n, atCall, how]) =>
        new Act(`breakCall(${n}, ${atCall}, ${how})`, false, async (life) => {
          browserOf(life, n).fault = { atCall, how }
        }),
    ),
  ],
  { maxCommands: 12, size: 'max' },
)

/** When the faults are over: I1 on every browser and on a new one, and I2 in what the server says. */
async function expectAlive(life: Life): Promise<void> {
  for (const browser of life.browsers) browser.fault = undefined
  for (const browser of [...life.browsers, new Browser()]) {
    for (const wallet of life.told) await sign(life, browser, wallet)
  }
  const { body } = await kit.call(
    api.embeddedWallet.list,
    {},
    { token: life.accessToken, origin: authOrigin },
  )
  expect(body.roots.length).toBeLessThanOrEqual(1)
  const accounts = (body.roots[0]?.accounts ?? []).map(
    (account) => `${account.chain_type} ${account.wallet_index} ${account.address}`,
  )
  const told = life.told.map(({ chain, index, address }) => `${chain} ${index} ${address}`)
  // An answer may have been lost; what was told is there.
  expect(accounts).toEqual(expect.arrayContaining(told))
  const me = await kit.call(api.user.me, {}, { token: life.accessToken })
  expect(me.body.user.linked_accounts.filter(({ type }) => type === 'wallet')).toHaveLength(
    accounts.length,
  )
}

describe('the life of a wallet', () => {
  test(
    'CUS-10 CUS-14: whatever happens to devices and calls, one root, and what was told signs',
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          const life = await begin()
          await fc.asyncModelRun(() => ({ model: life, real: {} }), sequence)
          await expectAlive(life)
        }),
        fuzz(25),
      )
    },
    300_000 * fuzzTimeFactor,
  )
})
