import { fromBase64url, openSealed, toBase64url } from '@sallyport/crypto'
import {
  type SignerOutput,
  walletShareContext,
  walletShareSealInfo,
} from '@sallyport/protocols/signer'
import type { ServerWalletRow } from '../db/server-wallets.js'
import type { Deps } from '../deps.js'

/** The encryption context of the API's half of a wallet's secret: it opens in its own row only. */
export function serverShareContext({
  app_id,
  wallet_id,
}: Pick<ServerWalletRow, 'app_id' | 'wallet_id'>): string {
  return JSON.stringify(['server_wallet', 'api_share', app_id, wallet_id])
}

/** The half that the signer has sealed to the API, as it is stored. */
export async function receiveShare(
  { sealKey, keyEncryption }: Pick<Deps, 'sealKey' | 'keyEncryption'>,
  { appId, pending }: { appId: string; pending: SignerOutput<'createWallet'> },
): Promise<Buffer> {
  const { walletId, sealedShare } = pending
  const share = await openSealed({
    recipientPrivateKey: sealKey.privateKey,
    enc: fromBase64url(sealedShare.enc),
    ciphertext: fromBase64url(sealedShare.ciphertext),
    info: new TextEncoder().encode(walletShareSealInfo),
    aad: new TextEncoder().encode(walletShareContext({ appId, walletId })),
  })
  try {
    const context = serverShareContext({ app_id: appId, wallet_id: walletId })
    return Buffer.from(keyEncryption.shares.seal(share, context))
  } finally {
    share.fill(0)
  }
}

/** The API's half of a wallet, as the signer takes it. */
export function openShare(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  row: Pick<ServerWalletRow, 'app_id' | 'wallet_id' | 'api_share'>,
): string {
  if (row.api_share === null) throw new Error('A wallet that was abandoned has no half')
  const share = keyEncryption.shares.open(row.api_share, serverShareContext(row))
  try {
    return toBase64url(share)
  } finally {
    share.fill(0)
  }
}
