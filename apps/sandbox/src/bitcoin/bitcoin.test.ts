import type { AddressInfo } from 'node:net'
import { scriptOfAddress } from '@sallyport/contract/requests'
import {
  readPsbt,
  segwit,
  segwitKind,
  signPsbt,
  taproot,
  taprootKind,
} from '@sallyport/crypto/chains/bitcoin'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEsploraServer } from './esplora.js'
import { BitcoinLedger } from './ledger.js'

const seed = new Uint8Array(64).fill(7)
const wallets = {
  segwit: {
    kind: segwitKind,
    key: segwit.derivePrivateKey(seed, 0),
    ...segwit.address(segwit.derivePrivateKey(seed, 0)),
  },
  taproot: {
    kind: taprootKind,
    key: taproot.derivePrivateKey(seed, 0),
    ...taproot.address(taproot.derivePrivateKey(seed, 0)),
  },
}
type Name = keyof typeof wallets
const names: readonly Name[] = ['segwit', 'taproot']
const scriptOf = (name: Name) => scriptOfAddress(wallets[name].address) ?? ''

let ledger: BitcoinLedger
let url: string
let close: () => void
beforeAll(async () => {
  ledger = new BitcoinLedger({ nowMs: () => 1_700_000_000_000 })
  const server = createEsploraServer(ledger)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  close = () => server.close()
})
afterAll(() => close())

const get = async (path: string) => {
  const response = await fetch(url + path)
  const text = await response.text()
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text
}
const post = async (body: string) => {
  const response = await fetch(`${url}/tx`, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

/** A transaction of one funded output, signed by the frame's own code. */
function pay(name: Name, options: { sats?: bigint; fee?: bigint; txid?: string } = {}) {
  const { sats = 100_000n, fee = 1_000n } = options
  const txid = options.txid ?? ledger.fund(scriptOf(name), sats)
  const psbt = new Psbt()
  const script = Buffer.from(scriptOf(name), 'hex')
  psbt.addInput({ hash: txid, index: 0, witnessUtxo: { script, value: sats } })
  psbt.addOutput({ script: Buffer.from(scriptOf('segwit'), 'hex'), value: sats - fee })
  const signed = signPsbt(wallets[name].kind, wallets[name].key, readPsbt(psbt.toBuffer()))
  return { txid, hex: Buffer.from(signed).toString('hex') }
}

describe('the Bitcoin chain of the sandbox', () => {
  test.each(names)('takes what a %s wallet signed, and mines it', async (name) => {
    const { hex, txid: spentId } = pay(name)
    const { address } = wallets[name]
    const before = (await get(`/address/${address}/utxo`)) as { txid: string }[]
    expect(before.map(({ txid }) => txid)).toContain(spentId)

    const { status, text: txid } = await post(hex)

    expect({ status, txid }).toEqual({ status: 200, txid: Transaction.fromHex(hex).getId() })
    expect(await get(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    ledger.mine()
    expect(await get(`/tx/${txid}`)).toMatchObject({
      fee: 1_000,
      vin: [{ txid: spentId, prevout: { value: 100_000 } }],
      status: { confirmed: true, block_height: ledger.height },
    })
    expect(await get(`/tx/${txid}/hex`)).toBe(hex)
    expect(await get(`/tx/${spentId}/outspend/0`)).toMatchObject({ spent: true, txid })
    const after = (await get(`/address/${address}/utxo`)) as { txid: string }[]
    expect(after.map((each) => each.txid)).not.toContain(spentId)
  })

  test('an address counts in every spelling', async () => {
    const { address } = wallets.segwit
    ledger.fund(scriptOf('segwit'), 5_000n)
    const stats = await get(`/address/${address}`)
    expect(stats.address).toMatch(/^bcrt1q/)
    expect(await get(`/address/${stats.address}`)).toEqual(stats)
  })

  test('error: a second spend is refused, before and after the block', async () => {
    const first = pay('segwit')
    const second = pay('segwit', { txid: first.txid, fee: 3_000n })
    expect((await post(first.hex)).status).toBe(200)
    expect(await post(second.hex)).toMatchObject({
      status: 400,
      text: expect.stringContaining('txn-mempool-conflict'),
    })
    ledger.mine()
    expect(await post(second.hex)).toMatchObject({
      status: 400,
      text: expect.stringContaining('missingorspent'),
    })
  })

  test.each(names)(
    'error: %s: a transaction changed after it was signed is refused',
    async (name) => {
      const { hex } = pay(name)
      const changed = Transaction.fromHex(hex)
      const [output] = changed.outs
      if (output) output.value -= 1n
      expect(await post(changed.toHex())).toMatchObject({
        text: expect.stringContaining('script-verify'),
      })
    },
  )

  test.each([
    ['no fee', { fee: 0n }, 'min relay fee not met'],
    ['dust', { sats: 1_200n, fee: 1_000n }, 'dust'],
  ])('error: %s', async (_, options, reason) => {
    expect((await post(pay('taproot', options).hex)).text).toContain(reason)
  })

  test('error: unknown inputs, other texts and unknown paths', async () => {
    const foreign = Transaction.fromHex(pay('segwit').hex)
    const [input] = foreign.ins
    if (input) input.hash = new Uint8Array(32).fill(9)
    expect((await post(foreign.toHex())).text).toContain('missingorspent')
    expect((await post('zz')).text).toContain('TX decode failed')
    expect(await get('/address/nothing')).toBe('Invalid Bitcoin address')
    expect(await get('/blocks')).toBe('endpoint does not exist')
  })

  test('the saved chain is the same one', () => {
    const again = new BitcoinLedger({ nowMs: () => 0, saved: ledger.state() })
    expect(again.unspent(scriptOf('segwit'))).toEqual(ledger.unspent(scriptOf('segwit')))
    expect(again.height).toBe(ledger.height)
  })
})
