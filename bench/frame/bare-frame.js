/* The least a wallet frame could do: answer a message, ask its server once, sign with a key it has, make two keys. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

const key = secp256k1.utils.randomSecretKey()
const message = new TextEncoder().encode('\u0019Ethereum Signed Message:\n5hello')
const empty = async () => (await fetch('/empty', { method: 'POST', body: '{}' })).json()
// The half of the key that a frame may not keep would come with this answer: of who may have it, one row.
const trip = async ({ token }) => {
  const response = await fetch('/me', { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error('refused')
  return response.json()
}
const sign = () =>
  secp256k1.sign(keccak_256(message), key, { prehash: false, format: 'recovered' }).length
const work = {
  echo: () => 1,
  empty,
  emptySign: async () => {
    await empty()
    return sign()
  },
  trip,
  tripSign: async (caller) => {
    await trip(caller)
    return sign()
  },
  create: async () => {
    const seed = await mnemonicToSeed(generateMnemonic(wordlist))
    const { privateKey } = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0")
    const ethereum = keccak_256(secp256k1.getPublicKey(privateKey, false).subarray(1))
    return ethereum.length + ed25519.getPublicKey(seed.subarray(0, 32)).length
  },
}
addEventListener('message', async ({ data, source, origin }) =>
  source.postMessage({ id: data.id, data: await work[data.event](data.data) }, origin),
)
