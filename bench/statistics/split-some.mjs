/** A thread of `splits.mjs`: splits one secret `count` times, with the randomness the product has. */
import { parentPort, workerData } from 'node:worker_threads'
import { splitRoot } from '../../packages/crypto/dist/index.js'
import { decodeShare } from '../../packages/crypto/dist/share-encoding.js'

const entropy = Uint8Array.from({ length: 16 }, (_, at) => at)
const scope = { appId: 'app', userId: 'user', walletId: 'wallet', generationId: 'generation' }
const roles = ['device', 'auth', 'recovery']
// Version, entropy and tag: what is split.
const length = 1 + entropy.length + 8

const countersOf = (places) => Array.from({ length: places }, () => new Uint32Array(256))
const bytes = countersOf(roles.length * length)
const coordinates = countersOf(roles.length)
const result = { bytes, coordinates, zeros: 0, constant: 0, alike: 0 }

for (let at = 1; at <= workerData.count; at++) {
  const shares = await splitRoot(entropy, scope)
  count(roles.map((role) => decodeShare(shares[role])))
  if (at % 1_000 === 0) parentPort.postMessage({ done: at })
}
parentPort.postMessage({ result })

function count(shares) {
  for (const [share, { header, y }] of shares.entries()) {
    coordinates[share][header.x] += 1
    for (let place = 0; place < length; place++) bytes[share * length + place][y[place]] += 1
  }
  const [first, second] = shares
  if (new Set(shares.map(({ header }) => header.x)).size < shares.length) result.alike += 1
  // A line that is as high at two places is level: its coefficient is zero.
  const level = first.y.filter((byte, place) => byte === second.y[place]).length
  result.zeros += level
  if (level === length) result.constant += 1
}
