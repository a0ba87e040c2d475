import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow } from './stamp.mjs'

/** Comparisons, by file, that may stop at the first difference, with the reason why their timing reveals nothing useful. */
const harmless = {
  'apps/server/src/db/idempotent-requests.ts': {
    '.equals(requestDigest)': 'digests of requests, all sent by the back end of one app',
  },
  'apps/server/src/features/embedded-wallet/device-key.ts': {
    'canonical?.equals(spki)': 'a public key, held against the canonical form of itself',
  },
  'apps/server/src/features/embedded-wallet/new-generation.ts': {
    '.equals(facts.hashes.': 'hashes of shares, which the user who sends them sent first',
    '.equals(devicePublicKey)': 'a public key',
  },
  'apps/server/src/features/guest/challenge.ts': {
    "toString('base64url') === hash": 'what was sent, and the canonical form of itself',
  },
  'apps/server/src/features/guest/identify.ts': {
    "toString('base64url') !== credential": 'what was sent, and the canonical form of itself',
  },
  'apps/server/src/ports/record-format.ts': {
    'commitmentOf(dek).equals(': 'the beginning of a text that was authenticated first',
  },
  'apps/server/src/features/siws/signed-bytes.ts': {
    'equals(utf8(message))': 'a memo and a message, both sent by the caller',
  },
}
const early = /\.equals\(|\b(?:Buffer\.)?compare\(|\blocaleCompare\(/
const equality = /([\w.$)]+)\s*[!=]==?\s*([\w.$'"`-]+)/g
const secretName = /(?:secret|hash|digest|h?mac|receipt|signature|token|pepper|kek|credential)s?$/i
const literal = /^(?:undefined|null|true|false|['"`\d-].*)$/

/**
 * Comparisons in the programs that hold keys that end at the first difference and may be of secrets: `===` on what is
 * named like one, and `equals` or `compare` on bytes; one sentence each, without those listed here.
 */
export function checkComparisons(root) {
  return sourcesOf(root).flatMap((file) => {
    const path = relative(root, file)
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        hasEarlyExit(line, path)
          ? [`${path}:${at + 1} may compare a secret: use timingSafeEqual on digests`]
          : [],
      )
  })
}

/** Files of these programs that compare in constant time. */
export function filesWithConstantTime(root) {
  return sourcesOf(root)
    .filter((file) => readFileSync(file, 'utf8').includes('timingSafeEqual('))
    .map((file) => relative(root, file))
}

function sourcesOf(root) {
  return filesBelow(
    ['apps/server/src', 'apps/signer/src', 'apps/vault/src', 'packages/keyholder/src'].map((one) =>
      join(root, one),
    ),
  )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
}

function hasEarlyExit(line, path) {
  if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return false
  if (Object.keys(harmless[path] ?? {}).some((code) => line.includes(code))) return false
  if (early.test(line)) return true
  return [...line.matchAll(equality)].some(
    ([, left, right]) =>
      (secretName.test(left) || secretName.test(right)) &&
      !literal.test(left) &&
      !literal.test(right),
  )
}
