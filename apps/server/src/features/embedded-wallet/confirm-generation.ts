import {
  ApiError,
  confirmMessage,
  type embeddedWallet,
  type RouteResponse,
  type Sealed,
} from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import { recordUserEvent } from '../../db/app-events.js'
import { listDelegated } from '../../db/delegations.js'
import { recordOwnWallet } from '../../db/own-wallet-events.js'
import { type RecoveryMethodRow, switchRecoveryMethod } from '../../db/recovery-methods.js'
import {
  activateGeneration,
  type GenerationRecord,
  readGeneration,
} from '../../db/share-generations.js'
import { activateRoot, lockActiveRoot, type RootRecord } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { fromVaultError } from '../../ports/vault.js'
import { toLinkedWallet } from './accounts.js'
import { findOwnRoot, findRootOf } from './create-root.js'
import { type ConfirmDecision, decideConfirm } from './decide-confirm.js'
import { isDeviceSignature } from './device-key.js'
import { receiptFactsOf, receiptKeys } from './new-generation.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { readOwnRoot, requireAuthenticDevice } from './read-rows.js'
import { isReceipt } from './receipt.js'
import { recordRecoveryChange } from './record-recovery.js'
import { isSameRecovery, recoveryOf, toRootRow } from './recovery-method.js'
import { toWireRoot } from './to-wire.js'

/** A frame's word that it read a generation back and used it. */
interface Confirmation {
  owner: Owner
  walletId: string
  generationId: string
  receipt: string
  /** Base64url. */
  deviceSignature: string
  accessToken: string
  /** Base64url: the vault says to it which root the user has. */
  readBackPublicKey: string | undefined
}

type ConfirmAnswer = RouteResponse<typeof embeddedWallet.confirm>

/**
 * Phase two: makes a root, or a further generation of one, active. Of several stored roots of a user exactly one ever
 * becomes active; the others learn which. A repeated confirm answers the same.
 *
 * @throws ApiError `linked_account_not_found`, `device_revoked`, `invalid_data` for a wrong receipt or signature or
 *   when the server has not answered both read-backs of the generation, `linked_to_another_user` when one of its addresses belongs to another user.
 */
export async function confirmGeneration(
  confirmation: Confirmation,
  deps: Deps,
): Promise<ConfirmAnswer> {
  const stored = await readGeneration(deps.db, keyOf(confirmation))
  if (!stored) throw new ApiError('linked_account_not_found')
  requireAuthenticDevice(deps, keyOf(confirmation), stored)
  checkProofs(confirmation, { stored, deps })
  const decision = decideConfirm({
    root: stored.root_state,
    generation: stored.state,
    hasOtherRoot: stored.has_other_root,
    imported: stored.imported,
    wasReadBack: stored.auth_read_back && stored.recovery_read_back,
  })
  const answer = await decisions[decision](confirmation, deps)
  return answer.state === 'active'
    ? { ...answer, ...(await pinRoot(confirmation, { keyId: stored.recovery_key_id, deps })) }
    : answer
}

/**
 * Has the vault note that the user has this root. After the database has decided which of several it is: a frame that gets no answer
 * confirms again.
 */
async function pinRoot(
  { owner, walletId, accessToken, readBackPublicKey }: Confirmation,
  { keyId, deps }: { keyId: string; deps: Deps },
): Promise<{ sealed_root_pin?: Sealed }> {
  if (readBackPublicKey === undefined) return {}
  const name = { ...bindingOf(owner, walletId), keyId }
  try {
    const asked = { ...name, accessToken, readBackPublicKey }
    const { sealedRootPin } = await deps.vault.call('pinRoot', asked)
    return { sealed_root_pin: sealedRootPin }
  } catch (error) {
    throw fromVaultError(error)
  }
}

const decisions: Record<
  ConfirmDecision,
  (confirmation: Confirmation, deps: Deps) => Promise<ConfirmAnswer>
> = {
  'activate-root': activate,
  'activate-generation': activateFurther,
  'already-active': answerActive,
  exists: ({ owner }, deps) => answerExists(owner, deps),
  revoked: () => {
    throw new ApiError('device_revoked')
  },
  'not-read-back': () => {
    throw new ApiError('invalid_data', { message: 'The shares were not read back' })
  },
}

/** Makes a further device active; where its shares have another recovery method, that is the root's from now on. */
async function activateFurther(confirmation: Confirmation, deps: Deps): Promise<ConfirmAnswer> {
  const key = keyOf(confirmation)
  const nowMs = deps.clock.nowMs()
  const root = await requireOwnRoot(confirmation, deps)
  const stored = await readGeneration(deps.db, key)
  const replaces = recoveryOf(root)
  const recovery = stored
    ? { method: stored.recovery_method, locator: stored.recovery_locator }
    : replaces
  const isLive = isSameRecovery(recovery, replaces)
    ? await activateGeneration(deps.db, { ...key, nowMs })
    : await changeRecovery({ confirmation, root, recovery }, deps)
  if (!isLive) throw new ApiError('device_revoked')
  return answerActive(confirmation, deps)
}

async function changeRecovery(
  {
    confirmation,
    root,
    recovery,
  }: { confirmation: Confirmation; root: RootRecord; recovery: RecoveryMethodRow },
  deps: Deps,
): Promise<boolean> {
  // A way back to automatic recovery is not stored; a device that was stored before a change must not undo it.
  if (recovery.locator === null) return false
  const { owner, walletId } = confirmation
  const { imported, confirming_chain, custody_key, created_at } = root
  const hashKey = deps.keyEncryption
  const changed = { imported, recovery_method: recovery.method }
  const nowMs = deps.clock.nowMs()
  const row = toRootRow({ ...owner, walletId }, recovery)
  return deps.db.transaction().execute(async (db) => {
    // Before it is read which of the addresses are delegated: nothing is delegated or ended meanwhile.
    await lockActiveRoot(db, { ...owner, walletId })
    const delegated = await listDelegated(db, owner)
    const isSwitched = await switchRecoveryMethod(db, {
      ...keyOf(confirmation),
      replaces: recoveryOf(root),
      recovery,
      mac: rowMac(hashKey, authenticRows.walletRoot, {
        ...row,
        imported,
        confirming_chain,
        custody_key,
      }),
      ageMac: rowMac(hashKey, authenticRows.walletAge, {
        ...row,
        created_at,
        recovery_set_at: nowMs,
      }),
      wallets: root.accounts.map((account) =>
        toLinkedWallet(account, { root: changed, owner, hashKey, delegated }),
      ),
      nowMs,
    })
    if (isSwitched) await recordRecoveryChange(db, { ...owner, walletId, recovery, nowMs })
    return isSwitched
  })
}

async function activate(confirmation: Confirmation, deps: Deps): Promise<ConfirmAnswer> {
  const root = await requireOwnRoot(confirmation, deps)
  const wallets = root.accounts.map((account) =>
    toLinkedWallet(account, { root, owner: confirmation.owner, hashKey: deps.keyEncryption }),
  )
  const nowMs = deps.clock.nowMs()
  try {
    const key = keyOf(confirmation)
    await deps.db.transaction().execute(async (db) => {
      if (!(await activateRoot(db, { ...key, wallets, nowMs }))) return
      for (const wallet of wallets) {
        const account = { type: 'wallet', key: wallet.key } as const
        await recordUserEvent(db, { ...key, type: 'user.wallet_created', account, nowMs })
      }
      const { method } = recoveryOf(root)
      await recordOwnWallet(db, { ...key, type: 'wallet.recovery_setup', method, nowMs })
    })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'wallet_root_one_active') return answerExists(confirmation.owner, deps)
    if (constraint === undefined) throw error
    // The same key was imported twice at one time (CUS-10).
    const [account] = root.accounts
    const winner =
      account && root.imported && (await findRootOf({ ...confirmation, account }, deps))
    if (winner) return { state: 'exists', root: toWireRoot(winner) }
    throw new ApiError('linked_to_another_user', { cause: error })
  }
  return answerActive(confirmation, deps)
}

/** Also reached when another request changed the root first: then it is active all the same, or swept away. */
async function answerActive(confirmation: Confirmation, deps: Deps): Promise<ConfirmAnswer> {
  const root = await requireOwnRoot(confirmation, deps)
  if (root.state !== 'active') throw new ApiError('device_revoked')
  return { state: 'active', root: toWireRoot(root) }
}

async function answerExists(owner: Owner, deps: Deps): Promise<ConfirmAnswer> {
  const root = await findOwnRoot(owner, deps)
  if (!root) throw new ApiError('linked_account_not_found')
  return { state: 'exists', root: toWireRoot(root) }
}

async function requireOwnRoot(confirmation: Confirmation, deps: Deps): Promise<RootRecord> {
  const root = await readOwnRoot(deps, keyOf(confirmation))
  if (!root) throw new ApiError('linked_account_not_found')
  return root
}

function checkProofs(
  confirmation: Confirmation,
  { stored, deps }: { stored: GenerationRecord; deps: Deps },
): void {
  const { owner, walletId, generationId, receipt } = confirmation
  const facts = receiptFactsOf(stored, { owner, walletId })
  if (!receiptKeys(deps).some((key) => isReceipt(receipt, { facts, key }))) {
    throw new ApiError('invalid_data', { message: 'Invalid receipt' })
  }
  const message = confirmMessage({ ...bindingOf(owner, walletId), generationId, receipt })
  const signature = readBytes(confirmation.deviceSignature, 'device signature')
  if (!isDeviceSignature(stored.device_public_key, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid device signature' })
  }
}

function keyOf({ owner, walletId, generationId }: Confirmation) {
  return { ...owner, walletId, generationId }
}

/** Name of the unique constraint a statement ran into (SQLSTATE 23505). */
function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
  return 'constraint' in error ? String(error.constraint) : undefined
}
