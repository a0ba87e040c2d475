import { createHash } from 'node:crypto'
import type { SignedRequest } from '../../http/implement.js'
import { type Random, randomToken } from '../../ports/random.js'

/**
 * What names a request that sends: the same one again, by its idempotency key or as a retry of a client that sends none (the same
 * signatures until the same time over the same bytes) or of the same intent, finds what it has begun. Others are new each time.
 */
export function requestDigest(signed: SignedRequest, random: Random): Buffer {
  const { method, url, body, idempotencyKey, signatures, expiry, intentId } = signed
  const isRetried = signatures.length > 0 && expiry !== undefined
  const by =
    idempotencyKey !== undefined
      ? ['key', idempotencyKey]
      : intentId !== undefined
        ? ['intent', intentId]
        : isRetried
          ? ['signatures', ...signatures, expiry]
          : ['once', randomToken(random)]
  return createHash('sha256')
    .update(JSON.stringify([by, method, url, body ?? null]))
    .digest()
}
