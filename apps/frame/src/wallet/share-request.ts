import { authShareMessage, type embeddedWallet, type RouteInput } from '@sallyport/contract'
import { createSealReceiver, type SealReceiver, toBase64url } from '@sallyport/crypto'
import { signAsDevice } from '../device/device-keys.js'
import type { DeviceRecord } from '../device/device-record.js'

/** One request for the server's share, and the one receiver that opens its answer. */
export interface ShareRequest {
  receiver: SealReceiver
  body: RouteInput<typeof embeddedWallet.authShare>['body']
}

/** A request of `record`, signed by its device. */
export async function newShareRequest(
  webCrypto: Crypto,
  { signingKey, ...record }: DeviceRecord,
): Promise<ShareRequest> {
  const receiver = await createSealReceiver(webCrypto)
  const ephemeralPublicKey = toBase64url(receiver.publicKey)
  const text = authShareMessage({ ...record, ephemeralPublicKey })
  const signature = await signAsDevice(webCrypto.subtle, { signingKey, text })
  return {
    receiver,
    body: { ephemeral_public_key: ephemeralPublicKey, device_signature: signature },
  }
}

const ahead = new WeakMap<DeviceRecord, Promise<ShareRequest>>()

/**
 * A request of `record` for a single use: the one made ahead, if there is one. It holds nothing of the root, and
 * its receiver cannot be taken out of the browser.
 */
export function takeShareRequest(webCrypto: Crypto, record: DeviceRecord): Promise<ShareRequest> {
  const made = ahead.get(record)
  ahead.delete(record)
  return made ?? newShareRequest(webCrypto, record)
}

/** Makes a request for the next use of `record`, while this one waits for the server. */
export function makeShareRequestAhead(webCrypto: Crypto, record: DeviceRecord): void {
  if (ahead.has(record)) return
  const made = newShareRequest(webCrypto, record)
  ahead.set(record, made)
  // The next use makes its own and reports the failure.
  made.catch(() => ahead.delete(record))
}
