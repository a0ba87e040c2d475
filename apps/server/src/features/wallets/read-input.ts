import { ApiError, isEmbeddedChain, userIdPrefix } from '@sallyport/contract'
import type { WalletInput } from '@sallyport/contract/wallet-api'
import type { SignerInput } from '@sallyport/protocols/signer'

type WalletFields = SignerInput<'createWallet'>['wallet']

/** What a body asks for, as the signer takes it. */
type Asked = Pick<
  WalletInput,
  | 'owner'
  | 'owner_id'
  | 'additional_signers'
  | 'policy_ids'
  | 'authorization_key_ids'
  | 'authorization_keys_ids'
  | 'authorization_threshold'
> & { policy_id?: string | undefined }

/**
 * The chain of a new wallet.
 *
 * @throws ApiError `not_supported` that names a chain which is not offered (wire reference §45).
 */
export function requireChain(chainType: string): WalletFields['chainType'] {
  if (isEmbeddedChain(chainType)) return chainType
  throw new ApiError('not_supported', {
    message: `${chainType} is not offered. Use ethereum, solana, bitcoin-segwit or bitcoin-taproot`,
    data: { field: 'chain_type' },
  })
}

/** Owner, signers and policies that a body asks for. @throws ApiError `invalid_data` for two owners. */
export function readWalletFields(body: Asked): Omit<WalletFields, 'chainType'> {
  const policyIds = body.policy_ids ?? (body.policy_id === undefined ? [] : [body.policy_id])
  const signers = (body.additional_signers ?? []).map((signer) => ({
    quorumId: signer.signer_id,
    policyIds: signer.override_policy_ids ?? [],
  }))
  return { owner: readOwner(body), signers, policyIds }
}

function readOwner(body: Asked): WalletFields['owner'] {
  const { owner, owner_id: ownerId, authorization_threshold: threshold } = body
  const keyIds = body.authorization_key_ids ?? body.authorization_keys_ids ?? []
  if (keyIds.length > 0) {
    if (owner || ownerId)
      throw new ApiError('invalid_data', {
        message: 'Give an owner or authorization_key_ids, not both',
        data: { field: 'authorization_key_ids' },
      })
    return { keyIds: [...keyIds], threshold: threshold ?? null }
  }
  if (ownerId) return { quorumId: ownerId }
  if (!owner) return null
  return 'public_key' in owner
    ? { publicKey: owner.public_key }
    : { userId: userIdPrefix + owner.user_id }
}

/** The threshold that a wallet of the older form answers; null for others. */
export function olderThreshold(body: Asked): number | null {
  const keyIds = body.authorization_key_ids ?? body.authorization_keys_ids ?? []
  return keyIds.length === 0 ? null : (body.authorization_threshold ?? keyIds.length)
}
