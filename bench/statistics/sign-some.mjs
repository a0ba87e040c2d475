/** A thread of `signatures.mjs`: signs the messages `from` … `from + count`. */
import { createECDH, createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { fromHex, signHash } from '../../packages/crypto/dist/chains/ethereum/index.js'
import { signMessage } from '../../packages/crypto/dist/chains/solana/index.js'

/** The product signs, OpenSSL verifies: two implementations, and public keys of OpenSSL's own. */
const chains = {
  Ethereum: {
    keys: keysOnSecp256k1,
    // What is signed is a SHA-256 digest, because Node's `verify` makes one of the message itself.
    sign: (key, message) =>
      fromHex(signHash(key, new Uint8Array(createHash('sha256').update(message).digest()))),
    verify: (key, message, signature) =>
      verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature.subarray(0, 64)),
  },
  Solana: {
    keys: keysOnEd25519,
    sign: signMessage,
    verify: (key, message, signature) => verify(null, message, key, signature),
  },
}

const { chain, privateKey, from, count, every } = workerData
const { keys, sign, verify: verifies } = chains[chain]
const { signing, verifying } = keys(new Uint8Array(privateKey))
// r (R) is known by its first 8 bytes: of a million, two share them by chance once in 37 million runs.
const starts = new BigUint64Array(count)
const result = { starts, unverified: 0, again: 0, changed: 0, refused: 0 }

for (let at = 0; at < count; at++) {
  const message = new TextEncoder().encode(`message ${from + at}`)
  const signature = signed(message)
  starts[at] = signature ? new DataView(signature.buffer).getBigUint64(signature.byteOffset) : 0n
  if ((from + at) % every === 0) signAgain(message, signature)
  if (at % 1_000 === 999) parentPort.postMessage({ done: at })
}
parentPort.postMessage({ result }, [starts.buffer])

function signed(message) {
  try {
    return sign(signing, message)
  } catch {
    // It verifies what it signs, and gives nothing out otherwise.
    result.unverified += 1
    return undefined
  }
}

function signAgain(message, signature) {
  const second = signed(message)
  result.again += 1
  if (!signature || !second || Buffer.compare(signature, second) !== 0) result.changed += 1
  if (!signature || !verifies(verifying, message, signature)) result.refused += 1
}

/** The signing key has its public key at hand, as the frame's has. */
function keysOnSecp256k1(privateKey) {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey)
  const publicKey = new Uint8Array(pair.getPublicKey())
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map((one) =>
    Buffer.from(one).toString('base64url'),
  )
  return {
    signing: { privateKey, publicKey },
    verifying: createPublicKey({ key: { kty: 'EC', crv: 'secp256k1', x, y }, format: 'jwk' }),
  }
}

function keysOnEd25519(seed) {
  // RFC 8410, 7: a PKCS #8 private key without its public one.
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = Buffer.concat([prefix, seed])
  const verifying = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  return { signing: seed, verifying }
}
