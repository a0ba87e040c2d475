import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { address as addresses, initEccLib, Psbt, Transaction } from 'bitcoinjs-lib'
import { addressOf, walletsOf } from '../expected.mjs'

/** The client's calls for Bitcoin wallets against the real frame in Chromium; bitcoinjs-lib checks what comes back. */
initEccLib(ecc)
const chainTypes = ['bitcoin-segwit', 'bitcoin-taproot']

export const cases = {
  ...Object.fromEntries(
    chainTypes.flatMap((chainType) => [
      [
        `${chainType}: add makes wallets of the same root, connect finds them, and they sign`,
        (context) => signs(context, chainType),
      ],
      [
        `${chainType}: create makes a root of its own, which a new browser recovers`,
        (context) => createsAndRecovers(context, chainType),
      ],
    ]),
  ),
}

async function signs(context, chainType) {
  const { page, user } = await withEthereum(context)
  const [first, second] = await addWallets(page, { user, chainType })
  assert.notEqual(first, second)
  for (const [index, address] of [first, second].entries()) {
    const witness = await signText(page, { user, chainType, index, text: 'Grüße' })
    assert.ok(isMessageSigned(address, 'Grüße', witness), `message of index ${index}`)
  }
  const psbt = await paymentFrom(context, chainType, first)
  const signed = await page.evaluate(
    async ([user, chainType, psbt]) =>
      (await bitcoin(user, { chainType })).signTransaction({ psbt }),
    [await read(page), chainType, psbt],
  )
  // The chain of the sandbox verifies amounts, fee and signatures, and answers with the transaction's id.
  const { signedTransaction } = signed
  const answer = await fetch(`${context.dev.esploraUrl}/tx`, {
    method: 'POST',
    body: signedTransaction,
  })
  assert.equal(await answer.text(), Transaction.fromHex(signedTransaction).getId())
}

async function createsAndRecovers(context, chainType) {
  const first = await signIn(context)
  const created = await first.page.evaluate(
    async (chainType) =>
      ask('privy:wallets:create', { accessToken: await client.getAccessToken(), chainType }),
    chainType,
  )
  const user = await read(first.page)
  assert.equal(created.data.address, addressOf(user, chainType))
  assert.equal(walletsOf(user).length, 1)
  const { page } = await signIn(context, first.address)
  const entropy = { entropyId: created.data.address, verifier: `${chainType}-address-verifier` }
  const witness = await signText(page, { user, chainType, entropy, index: 0, text: 'again' })
  assert.ok(isMessageSigned(created.data.address, 'again', witness))
}

async function signIn(context, address = context.newAddress()) {
  const page = await context.browserPage({ form: 'text' })
  const before = await context.countCodes(address)
  await page.evaluate((to) => client.auth.email.sendCode(to), address)
  const code = await context.codeFor(address, before)
  await page.evaluate(([to, typed]) => client.auth.email.loginWithCode(to, typed), [address, code])
  return { page, address }
}

/** A user with an Ethereum wallet, whose root the Bitcoin wallets share. */
async function withEthereum(context) {
  const { page } = await signIn(context)
  const user = await page.evaluate(async () => (await client.embeddedWallet.create({})).user)
  return { page, user }
}

const read = (page) => page.evaluate(async () => (await client.user.get()).user)

async function addWallets(page, { user, chainType }) {
  const entropy = {
    entropyId: addressOf(user, 'ethereum'),
    entropyIdVerifier: 'ethereum-address-verifier',
  }
  const withBoth = await page.evaluate(
    async ([chainType, entropy]) => {
      await client.embeddedWallet.add({ chainType, hdWalletIndex: 0, ...entropy })
      return (await client.embeddedWallet.add({ chainType, hdWalletIndex: 1, ...entropy })).user
    },
    [chainType, entropy],
  )
  return [0, 1].map((index) => addressOf(withBoth, chainType, index))
}

/** The witness that signs the text, as the client's provider gives it. */
async function signText(page, { chainType, index, text, entropy = null }) {
  const { signature } = await page.evaluate(
    async ([user, chainType, index, text, entropy]) => {
      const provider = await bitcoin(user, { chainType, index, entropy })
      return provider.sign({ message: new TextEncoder().encode(text) })
    },
    [await read(page), chainType, index, text, entropy],
  )
  return Buffer.from(signature, 'base64')
}

/** A PSBT that pays half of what the faucet gives, with change. */
async function paymentFrom(context, chainType, address) {
  await context.fund(chainType, address)
  const { version, data } = addresses.fromBech32(address)
  const spelled = addresses.toBech32(data, version, 'bcrt')
  const [utxo] = await (await fetch(`${context.dev.esploraUrl}/address/${spelled}/utxo`)).json()
  const script = addresses.toOutputScript(address)
  const value = BigInt(utxo.value)
  const psbt = new Psbt()
  psbt.addInput({ hash: utxo.txid, index: utxo.vout, witnessUtxo: { script, value } })
  psbt.addOutput({ script, value: value / 2n })
  psbt.addOutput({ script, value: value / 2n - 1_000n })
  return psbt.toHex()
}

const sha256 = (data) => createHash('sha256').update(data).digest()

/** Whether `witness` is the address's signature of the text by BIP-322 ("simple"). */
function isMessageSigned(address, text, witness) {
  const script = addresses.toOutputScript(address)
  const tag = sha256(Buffer.from('BIP0322-signed-message'))
  const hash = sha256(Buffer.concat([tag, tag, Buffer.from(text)]))
  const toSpend = new Transaction()
  toSpend.version = 0
  toSpend.addInput(Buffer.alloc(32), 0xffffffff, 0, Buffer.concat([Buffer.from([0, 32]), hash]))
  toSpend.addOutput(script, 0n)
  const toSign = new Transaction()
  toSign.version = 0
  toSign.addInput(toSpend.getHash(), 0, 0)
  toSign.addOutput(Buffer.from([0x6a]), 0n)
  if (script[0] === 0x51) {
    // One item: 64 bytes of Schnorr.
    assert.deepEqual([...witness.subarray(0, 2)], [1, 64])
    const digest = toSign.hashForWitnessV1(0, [script], [0n], Transaction.SIGHASH_DEFAULT)
    return ecc.verifySchnorr(digest, script.subarray(2), witness.subarray(2))
  }
  const length = witness[1]
  const der = witness.subarray(2, 1 + length)
  const publicKey = witness.subarray(3 + length)
  const keyHash = createHash('ripemd160').update(sha256(publicKey)).digest()
  assert.deepEqual([...script.subarray(2)], [...keyHash])
  const code = Buffer.concat([Buffer.from('76a914', 'hex'), keyHash, Buffer.from('88ac', 'hex')])
  const digest = toSign.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL)
  return ecc.verify(digest, publicKey, compact(der))
}

/** r and s of a DER signature, 32 bytes each. */
function compact(der) {
  const rLength = der[3]
  const number = (bytes) => Buffer.concat([Buffer.alloc(32), bytes]).subarray(-32)
  return Buffer.concat([
    number(der.subarray(4, 4 + rLength)),
    number(der.subarray(6 + rLength, 6 + rLength + der[5 + rLength])),
  ])
}
