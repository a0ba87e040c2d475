import {
  ApiError,
  type embeddedWallet,
  type RouteRequest,
  type RouteResponse,
  recoveryKeyProofMessage,
} from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { stageRecoveryKey, switchToStaged } from '../../db/recovery-keys.js'
import { readGeneration } from '../../db/share-generations.js'
import type { Deps } from '../../deps.js'
import { deleteUnusedKeys } from './delete-unused-keys.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { readOwnRoot } from './read-rows.js'
import { checkRootProof } from './root-proof.js'
import { type StoringCaller, storeRecoveryKey } from './store-recovery-key.js'

/** A generation whose recovery key was released and gets a new one. */
interface Replacement extends StoringCaller {
  walletId: string
  generationId: string
  body: RouteRequest<typeof embeddedWallet.replaceRecoveryKey>['body']
}

/**
 * First step of a replacement: the vault stores the new key, and the recovery share under it is kept beside the present one.
 * Nothing in use is changed before the frame has read both back.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data` without the root's proof or when the generation's key is
 *   another one, `too_many_requests`, `internal_error` (503) when the vault gives no answer.
 */
export async function replaceRecoveryKey(
  replacement: Replacement,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.replaceRecoveryKey>> {
  const { owner, walletId, generationId, body } = replacement
  const { replaces, recovery_key_id: recoveryKeyId } = body
  await checkProof(replacement, deps)
  const sealedRecoveryKey = await storeRecoveryKey(replacement, { walletId, body }, deps)
  const share = await stageRecoveryKey(deps.db, {
    ...owner,
    walletId,
    generationId,
    replaces,
    recoveryKeyId,
    encryptedRecoveryShare: readBytes(body.encrypted_recovery_share, 'recovery share'),
  })
  if (!share) throw new ApiError('invalid_data', { message: 'The recovery key is another one' })
  return {
    state: 'stored',
    sealed_recovery_key: sealedRecoveryKey,
    encrypted_recovery_share: toBase64url(share),
  }
}

/**
 * Second step: the generation uses the new key. The one before is deleted unless another device needs it; when the vault
 * does not answer, maintenance repeats that.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data` when this key was not stored by the first step.
 */
export async function switchRecoveryKey(
  step: { owner: Owner; walletId: string; generationId: string; recoveryKeyId: string },
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.switchRecoveryKey>> {
  const { owner, walletId, generationId, recoveryKeyId } = step
  const nowMs = deps.clock.nowMs()
  const key = { ...owner, walletId, generationId, recoveryKeyId, nowMs }
  const switched = await switchToStaged(deps.db, key)
  if (!switched) {
    if (!(await readGeneration(deps.db, key))) throw new ApiError('linked_account_not_found')
    throw new ApiError('invalid_data', { message: 'No new recovery key is stored' })
  }
  await deleteUnusedKeys(deps, { ...owner, walletId }).catch((error: unknown) =>
    deps.logger.warn({ err: error }, 'a replaced recovery key will be deleted later'),
  )
  return { state: 'switched' }
}

async function checkProof(
  { owner, walletId, generationId, body }: Replacement,
  deps: Deps,
): Promise<void> {
  const root = await readOwnRoot(deps, { ...owner, walletId })
  if (root?.state !== 'active') throw new ApiError('linked_account_not_found')
  const message = recoveryKeyProofMessage({
    ...bindingOf(owner, walletId),
    generationId,
    replaces: body.replaces,
    recoveryKeyId: body.recovery_key_id,
    encryptedRecoveryShare: body.encrypted_recovery_share,
  })
  checkRootProof(root, { message, rootProof: body.root_proof, custody: body.custody })
}
