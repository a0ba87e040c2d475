import {
  ApiError,
  custodyKeyMessage,
  type embeddedWallet,
  type RouteRequest,
  type RouteResponse,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import {
  abandonUnconfirmedRoots,
  insertRoot,
  isLinkedWallet,
  type RootAccount,
  type RootRecord,
} from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { proveAccounts, walletKey } from './accounts.js'
import { readCustodyKey } from './custody-key.js'
import { answerStored, readGenerationBody, storeGeneration } from './new-generation.js'
import { bindingOf, type Owner } from './owner.js'
import { listOwnRoots, withMacs } from './read-rows.js'
import { requireOffered, toRootRow } from './recovery-method.js'
import { type StoringCaller, storeRecoveryKey } from './store-recovery-key.js'
import { toWireRoot } from './to-wire.js'

/** What a frame sends to store a new root. */
export type CreateBody = RouteRequest<typeof embeddedWallet.create>['body']

/** A caller who wants a root. */
interface CreateRequest extends StoringCaller {
  app: Pick<App, 'settings'>
  body: CreateBody
}

/**
 * Phase one of creation: keeps the shares of a root that is not visible yet. The recovery key goes to the vault first,
 * so that no root is ever without one.
 *
 * @throws ApiError `invalid_data`, `too_many_requests`, `internal_error` (503) when the vault gives no answer.
 */
export async function createRoot(
  request: CreateRequest,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.create>> {
  const { owner, body } = request
  const walletId = body.wallet_id
  const { imported = false } = body
  const accounts = proveAccounts(body.accounts, { owner, walletId })
  const active = imported
    ? await findImportedRoot({ owner, accounts }, deps)
    : await findOwnRoot(owner, deps)
  if (active) return { state: 'exists', root: toWireRoot(active) }
  requireOffered(body.recovery, request.app)
  const generation = await readGenerationBody(body, { owner, walletId, deps })
  const [confirming] = accounts
  if (confirming?.wallet_index !== 0) {
    throw new ApiError('invalid_data', { message: 'The first account must have index 0' })
  }
  const custodyKey = readCustodyKey(body.custody, custodyKeyMessage(bindingOf(owner, walletId)))
  const sealedRecoveryKey = await storeRecoveryKey(request, { walletId, body }, deps)
  const nowMs = deps.clock.nowMs()
  const place = { ...owner, walletId, imported }
  const { keyEncryption: key } = deps
  const confirmingChain = confirming.chain_type
  const { recovery } = generation
  const row = { ...toRootRow(place, recovery), imported, confirming_chain: confirmingChain }
  await abandonUnconfirmedRoots(deps.db, nowMs)
  await deps.db.transaction().execute(async (db) => {
    const isNew = await insertRoot(db, {
      ...place,
      recovery,
      confirmingChain,
      custodyKey,
      accounts: withMacs(accounts, { key, root: place }),
      mac: rowMac(key, authenticRows.walletRoot, { ...row, custody_key: custodyKey }),
      ageMac: rowMac(key, authenticRows.walletAge, {
        ...row,
        created_at: nowMs,
        recovery_set_at: null,
      }),
      nowMs,
    })
    // A root that was there takes no second generation here: it is the same call again, or refused.
    if (isNew) await storeGeneration(generation, { deps, db })
  })
  return answerStored(generation, { deps, sealedRecoveryKey })
}

/** The user's active root that was made here and not imported. */
export async function findOwnRoot(owner: Owner, deps: Deps): Promise<RootRecord | undefined> {
  const roots = await listOwnRoots(deps, owner)
  return roots.find((root) => !root.imported)
}

/**
 * The user's active root of an imported key or phrase. It has one address: what it is imported for.
 *
 * @throws ApiError `invalid_data` for several addresses, `linked_to_another_user` when the address is an account already that is not
 *   an imported wallet of this user.
 */
async function findImportedRoot(
  { owner, accounts }: { owner: Owner; accounts: readonly RootAccount[] },
  deps: Deps,
): Promise<RootRecord | undefined> {
  const [account, ...more] = accounts
  if (!account || more.length > 0) {
    throw new ApiError('invalid_data', { message: 'An imported wallet has one address' })
  }
  const root = await findRootOf({ owner, account }, deps)
  if (!root && (await isLinkedWallet(deps.db, { appId: owner.appId, key: walletKey(account) }))) {
    throw new ApiError('linked_to_another_user')
  }
  return root
}

/** The user's active imported root with this address. */
export async function findRootOf(
  { owner, account }: { owner: Owner; account: RootAccount },
  deps: Deps,
): Promise<RootRecord | undefined> {
  const roots = await listOwnRoots(deps, owner)
  return roots.find(
    ({ imported, accounts }) =>
      imported &&
      accounts.some(
        ({ chain_type, address }) =>
          chain_type === account.chain_type && address === account.address,
      ),
  )
}
