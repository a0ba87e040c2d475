import { isEmbeddedChain } from '@sallyport/contract'
import { fromBase64url, loadChain } from '@sallyport/crypto'
import type { FakeGeneration, FakeRoot } from './fake-custody.js'
import { Refusal } from './refusal.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** The fake's accounts are in the order they were added: the first is the confirming one. */
export async function requireRoot(
  { accounts: [first] }: Pick<FakeRoot, 'accounts'>,
  message: string,
  proof: string,
) {
  if (!first || !isEmbeddedChain(first.chain_type)) throw new Refusal('invalid_data')
  const chain = await loadChain[first.chain_type]()
  const { address, public_key: publicKey } = first
  const signature = fromBase64url(proof)
  if (!chain.verifyProof({ address, publicKey, message, signature }))
    throw new Refusal('invalid_data')
}

/** Passes when the device key of `generation` signed `text`. */
export async function requireDevice(
  generation: Pick<FakeGeneration, 'devicePublicKey'>,
  text: string,
  signature: string,
) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const spki = fromBase64url(generation.devicePublicKey)
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
  const verified = await crypto.subtle.verify(algorithm, key, fromBase64url(signature), utf8(text))
  if (!verified) throw new Refusal('device_revoked', 403)
}
