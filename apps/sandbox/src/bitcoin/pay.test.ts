import type { AddressInfo } from 'node:net'
import { scriptOfAddress, spellBitcoinAddress } from '@sallyport/contract/requests'
import { bitcoin, type ClientOptions, createClient } from '@sallyport/core'
import {
  readPsbt,
  segwit,
  segwitKind,
  signPsbt,
  taproot,
  taprootKind,
} from '@sallyport/crypto/chains/bitcoin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEsploraServer } from './esplora.js'
import { BitcoinLedger } from './ledger.js'

const seed = new Uint8Array(64).fill(9)
const [segwitKey, taprootKey] = [
  segwit.derivePrivateKey(seed, 0),
  taproot.derivePrivateKey(seed, 0),
]
const wallets = {
  segwit: { kind: segwitKind, key: segwitKey, address: segwit.address(segwitKey).address },
  taproot: { kind: taprootKind, key: taprootKey, address: taproot.address(taprootKey).address },
}
let ledger: BitcoinLedger
let client: ReturnType<typeof createClient>
let close: () => void
beforeAll(async () => {
  ledger = new BitcoinLedger({ nowMs: () => 0 })
  const server = createEsploraServer(ledger)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // listening on TCP
  const options: ClientOptions = {
    appId: 'clsallyporttestapp0000001',
    apiUrl: 'https://auth.example',
    bitcoin: { network: 'regtest', esploraUrl: `http://127.0.0.1:${port}/` },
  }
  client = createClient(options)
  close = () => server.close()
})
afterAll(() => close())

test.each(['segwit', 'taproot'] as const)(
  'a payment from several outputs of a %s wallet: built by core, signed as the frame does, taken by the chain',
  async (name) => {
    const { address, key, kind } = wallets[name]
    const script = scriptOfAddress(address) ?? ''
    for (const sats of [10_000n, 40_000n, 20_000n]) ledger.fund(script, sats)
    const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

    const psbt = await bitcoin.transfer(client, { from: address, to, sats: 50_000n, feeRate: 3n })
    const read = readPsbt(Uint8Array.from(Buffer.from(psbt, 'hex')))
    const txid = ledger.broadcast(Buffer.from(signPsbt(kind, key, read)).toString('hex'))

    const fee = ledger.find(txid)?.fee ?? 0n
    expect(read.facts.inputs.map(({ amount }) => amount)).toEqual([40_000n, 20_000n])
    const size = BigInt(Math.ceil(await vsizeOf(txid)))
    expect(fee).toBeGreaterThanOrEqual(3n * size)
    expect(fee).toBeLessThan(4n * size)
    expect(await bitcoin.balance(client, address)).toEqual({
      confirmedSats: 70_000n,
      pendingSats: -50_000n - fee,
    })
  },
)

test.each([
  ['an address of another network', { to: wallets.segwit.address, sats: 1_000n }, -32602],
  ['a text that is not an address', { to: 'not an address', sats: 1_000n }, -32602],
  [
    'too little',
    { to: spellBitcoinAddress(wallets.segwit.address, 'regtest'), sats: 100n },
    -32602,
  ],
  [
    'more than the wallet holds',
    { to: spellBitcoinAddress(wallets.segwit.address, 'regtest'), sats: 1_000_000_000n },
    -32003,
  ],
])('error: %s', async (_, job, code) => {
  await expect(
    bitcoin.transfer(client, { ...job, from: wallets.taproot.address }),
  ).rejects.toMatchObject({ code })
})

async function vsizeOf(txid: string): Promise<number> {
  const { esploraUrl = '' } = client.options.bitcoin ?? {}
  const answer = await fetch(`${esploraUrl}tx/${txid}`)
  const { weight } = (await answer.json()) as { weight: number } // our own server's answer
  return weight / 4
}
