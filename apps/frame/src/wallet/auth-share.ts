import { embeddedWallet, sealContext, sealInfo } from '@sallyport/contract'
import type { DeviceRecord } from '../device/device-record.js'
import type { Caller, WalletContext } from './context.js'
import { openFromServer } from './seal-for-server.js'
import { newShareRequest, type ShareRequest } from './share-request.js'

/**
 * The server's share for this device, asked for with the device's signature and sealed to a key of this one request.
 * The caller wipes it.
 *
 * @param which.request  Made ahead; a new one when absent.
 */
export async function fetchAuthShare(
  { call, webCrypto }: WalletContext,
  caller: Caller,
  { record, request }: { record: DeviceRecord; request?: ShareRequest },
): Promise<Uint8Array> {
  const { walletId, generationId } = record
  const { receiver, body } = request ?? (await newShareRequest(webCrypto, record))
  const params = { wallet_id: walletId, generation_id: generationId }
  const answer = await call(embeddedWallet.authShare, { params, body }, caller.accessToken)
  return openFromServer(answer.sealed_auth_share, {
    receiver,
    info: sealInfo.authShare,
    context: sealContext({ ...caller, walletId }),
  })
}
