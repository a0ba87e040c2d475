import type { SignerOutput } from '@sallyport/protocols/signer'
import { listKnownQuorums, storeQuorum, type WalletQuorumRow } from '../db/wallet-quorums.js'
import type { Deps } from '../deps.js'
import { callSigner } from './call-signer.js'

/** A quorum as the API notes it, by which wallets are listed. */
export function toQuorumRow(
  appId: string,
  quorum: SignerOutput<'createQuorum'>['quorum'],
): WalletQuorumRow {
  return {
    app_id: appId,
    quorum_id: quorum.id,
    display_name: quorum.displayName,
    threshold: quorum.threshold,
    public_keys: quorum.publicKeys,
    user_ids: quorum.userIds,
    key_quorum_ids: quorum.quorumIds,
    created_at: quorum.createdAtMs,
  }
}

/** Notes quorums that the API does not know yet: those that the signer has made for the owner of a wallet. */
export async function noteQuorums(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  { appId, ids }: { appId: string; ids: readonly (string | null)[] },
): Promise<void> {
  const named = [...new Set(ids)].filter((id) => id !== null)
  if (named.length === 0) return
  const known = await listKnownQuorums(deps.db, { appId, ids: named })
  for (const quorumId of named.filter((id) => !known.includes(id))) {
    const { quorum } = await callSigner(deps, 'readQuorum', { appId, quorumId })
    await storeQuorum(deps.db, toQuorumRow(appId, quorum))
  }
}
