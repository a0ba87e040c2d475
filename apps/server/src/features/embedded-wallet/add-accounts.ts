import {
  ApiError,
  addAccountsMessage,
  type embeddedWallet,
  type RouteRequest,
  type RouteResponse,
} from '@sallyport/contract'
import type { HashKey } from '../../authority/keyed-hash.js'
import { recordUserEvent } from '../../db/app-events.js'
import type { Db } from '../../db/connect.js'
import { readGeneration } from '../../db/share-generations.js'
import {
  countOwnWallets,
  insertRootAccounts,
  linkWallets,
  lockActiveRoot,
  type RootAccount,
  type RootRecord,
} from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { proveAccounts, toLinkedWallet } from './accounts.js'
import { isDeviceSignature } from './device-key.js'
import { bindingOf, type Owner } from './owner.js'
import { readBytes } from './read-bytes.js'
import { readOwnRoot, requireAuthenticDevice, withMacs } from './read-rows.js'
import { checkRootProof } from './root-proof.js'
import { toWireRoot } from './to-wire.js'

/** A device that puts addresses of its root on the user. */
interface AddAccountsRequest {
  owner: Owner
  walletId: string
  body: RouteRequest<typeof embeddedWallet.addAccounts>['body']
}

/**
 * Puts further addresses of an active root on the user, all of them or none. The same again changes nothing. One of the
 * root's devices and the root's own key must have signed for them.
 *
 * @throws ApiError `linked_account_not_found`, `device_revoked`, `invalid_data` for a wrong proof or signature or a place
 *   that has another address, `linked_to_another_user`, `too_many_requests`.
 */
export async function addAccounts(
  request: AddAccountsRequest,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.addAccounts>> {
  const { owner, walletId, body } = request
  const accounts = proveAccounts(body.accounts, { owner, walletId })
  await checkSigned(request, deps)
  const nowMs = deps.clock.nowMs()
  const root = await deps.db.transaction().execute(async (db) => {
    const isActive = await lockActiveRoot(db, { ...owner, walletId })
    if (!isActive) throw new ApiError('linked_account_not_found')
    const place = { ...owner, walletId }
    const added = withMacs(accounts, { key: deps.keyEncryption, root: place })
    await insertRootAccounts(db, { ...place, accounts: added })
    const changed = await readOwnRoot(deps, place, db)
    if (!changed || !accounts.every((account) => hasAccount(changed, account))) {
      throw new ApiError('invalid_data', { message: 'This wallet index has another address' })
    }
    await link({ owner, root: changed, accounts, hashKey: deps.keyEncryption, nowMs }, db)
    return changed
  })
  return { root: toWireRoot(root) }
}

async function checkSigned(
  { owner, walletId, body }: AddAccountsRequest,
  deps: Deps,
): Promise<void> {
  const { accounts, generation_id: generationId } = body
  const key = { ...owner, walletId, generationId }
  const root = await readOwnRoot(deps, key)
  const device = await readGeneration(deps.db, key)
  if (root?.state !== 'active' || !device) throw new ApiError('linked_account_not_found')
  requireAuthenticDevice(deps, key, device)
  if (root.imported) {
    throw new ApiError('invalid_data', { message: 'An imported wallet has one address' })
  }
  const message = addAccountsMessage({ ...bindingOf(owner, walletId), generationId, accounts })
  const signature = readBytes(body.device_signature, 'device signature')
  if (!isDeviceSignature(device.device_public_key, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid device signature' })
  }
  checkRootProof(root, { message, rootProof: body.root_proof, custody: body.custody })
  if (device.state === 'revoked' || device.ended_at !== null) throw new ApiError('device_revoked')
  if (device.state !== 'active') {
    throw new ApiError('invalid_data', { message: 'The device is not confirmed' })
  }
}

function hasAccount(root: RootRecord, wanted: RootAccount): boolean {
  return root.accounts.some(
    (account) =>
      account.chain_type === wanted.chain_type &&
      account.wallet_index === wanted.wallet_index &&
      account.address === wanted.address,
  )
}

async function link(
  change: {
    owner: Owner
    root: RootRecord
    accounts: readonly RootAccount[]
    hashKey: HashKey
    nowMs: number
  },
  db: Db,
): Promise<void> {
  const wallets = change.accounts.map((account) => toLinkedWallet(account, change))
  const taken = await linkWallets(db, { ...change.owner, wallets, nowMs: change.nowMs })
  const known = wallets.filter((wallet) => taken.includes(wallet.key))
  const { owner, nowMs } = change
  for (const { key } of wallets.filter((wallet) => !taken.includes(wallet.key))) {
    const account = { type: 'wallet', key } as const
    await recordUserEvent(db, { ...owner, type: 'user.wallet_created', account, nowMs })
  }
  const own = await countOwnWallets(db, { ...change.owner, wallets: known })
  if (own !== known.length) throw new ApiError('linked_to_another_user')
}
