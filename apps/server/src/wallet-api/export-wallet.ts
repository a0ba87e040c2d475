import { userIdPrefix } from '@sallyport/contract'
import type { SignerOutput } from '@sallyport/protocols/signer'
import { recordAppEvent } from '../db/app-events.js'
import { changeServerWallet, type ServerWalletRow } from '../db/server-wallets.js'
import type { Deps } from '../deps.js'
import type { SignedRequest } from '../http/implement.js'
import { authorizedRequest } from './authorized-request.js'
import { callSigner } from './call-signer.js'
import { openShare } from './share.js'

const events = {
  'private-key': 'wallet.private_key_export',
  phrase: 'wallet.seed_phrase_export',
} as const satisfies Record<SignerOutput<'exportWallet'>['kind'], string>

/**
 * Has the signer seal the key or phrase of a wallet to the caller, by a request that its owner has signed. What left is stamped on the
 * wallet and recorded before it is answered.
 */
export async function exportWallet(deps: Deps, row: ServerWalletRow, signed: SignedRequest) {
  const { app_id: appId, wallet_id: walletId, address } = row
  const { kind, encapsulatedKey, ciphertext, wallet } = await callSigner(deps, 'exportWallet', {
    appId,
    walletId,
    apiShare: openShare(deps, row),
    request: authorizedRequest(appId, signed),
  })
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (db) => {
    const exportedAt = wallet.exportedAtMs ?? nowMs
    await changeServerWallet(db, { appId, walletId }, { exported_at: exportedAt })
    const userId = row.user_id === null ? null : userIdPrefix + row.user_id
    const data = { user_id: userId, wallet_id: walletId, wallet_address: address }
    await recordAppEvent(db, { appId, subject: { walletId }, type: events[kind], data, nowMs })
  })
  deps.logger.warn({ appId, walletId, kind }, 'a server wallet was exported')
  return { encryption_type: 'HPKE', ciphertext, encapsulated_key: encapsulatedKey } as const
}
