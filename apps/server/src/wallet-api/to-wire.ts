import type { KeyQuorum, Wallet } from '@sallyport/contract/wallet-api'
import type { SignerOutput } from '@sallyport/protocols/signer'
import type { ServerWalletRow } from '../db/server-wallets.js'

/** A wallet as calls answer it. Only active and archived wallets have an address. */
export function toWireWallet(row: ServerWalletRow): Wallet {
  const { address, public_key, authorization_threshold: threshold } = row
  if (address === null) throw new Error('A wallet without address is not shown')
  return {
    id: row.wallet_id,
    address,
    chain_type: row.chain_type,
    ...(public_key !== null && { public_key }),
    policy_ids: row.policy_ids,
    additional_signers: row.additional_signers,
    owner_id: row.owner_id,
    created_at: row.created_at,
    exported_at: row.exported_at,
    imported_at: row.imported_at,
    archived_at: row.archived_at,
    ...(threshold !== null && { authorization_threshold: threshold }),
    ...(row.display_name !== null && { display_name: row.display_name }),
    ...(row.external_id !== null && { external_id: row.external_id }),
  }
}

type SignersQuorum = SignerOutput<'createQuorum'>['quorum']

/** A quorum as calls answer it. */
export function toWireQuorum(quorum: SignersQuorum): KeyQuorum {
  const { id, displayName, publicKeys, userIds, quorumIds, threshold } = quorum
  return {
    id,
    display_name: displayName,
    authorization_threshold: threshold,
    authorization_keys: publicKeys.map((key) => ({ public_key: key, display_name: null })),
    user_ids: userIds.length > 0 ? userIds : null,
    ...(quorumIds.length > 0 && { key_quorum_ids: quorumIds }),
  }
}

type SignersWallet = SignerOutput<'confirmWallet'>['wallet']

/** What a row says of a wallet, as the signer has it. */
export function fromSigner({ ownerId, signers, policyIds }: SignersWallet) {
  return {
    owner_id: ownerId,
    policy_ids: policyIds,
    additional_signers: signers.map(({ quorumId, policyIds: own }) => ({
      signer_id: quorumId,
      ...(own.length > 0 && { override_policy_ids: own }),
    })),
  }
}
