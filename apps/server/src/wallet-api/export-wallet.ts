import type { SignerOutput } from '@sallyport/protocols/signer'
import { raiseAlarm } from '../audit/raise-alarm.js'
import { changeServerWallet, type ServerWalletRow } from '../db/server-wallets.js'
import type { Deps } from '../deps.js'
import type { SignedRequest } from '../http/implement.js'
import { authorizedRequest } from './authorized-request.js'
import { callSigner } from './call-signer.js'
import { recordWalletEvent } from './record-event.js'
import { openShare } from './share.js'

const events = {
  'private-key': 'wallet.private_key_export',
  phrase: 'wallet.seed_phrase_export',
} as const satisfies Record<SignerOutput<'exportWallet'>['kind'], string>

/**
 * Has the signer seal the key or phrase of a wallet to the caller, by a request that its owner has signed. What left is stamped on the
 * wallet and recorded, and operators are alarmed, before it is answered.
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
    const data = { user_id: row.user_id, wallet_id: walletId, wallet_address: address }
    await recordWalletEvent(db, { appId, walletId, type: events[kind], data, nowMs })
  })
  deps.logger.warn({ appId, walletId, kind }, 'a server wallet was exported')
  await raiseAlarm(deps, { alarm: 'server_wallet_exported', appId })
  return { encryption_type: 'HPKE', ciphertext, encapsulated_key: encapsulatedKey } as const
}
