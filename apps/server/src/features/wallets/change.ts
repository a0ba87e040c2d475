import { ApiError, type RouteRequest } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import { recordAppEvent } from '../../db/app-events.js'
import { dropServerHeld } from '../../db/server-held-accounts.js'
import {
  changeServerWallet,
  type ServerWalletRow,
  type WalletChange,
} from '../../db/server-wallets.js'
import type { Deps } from '../../deps.js'
import type { SignedRequest } from '../../http/implement.js'
import { randomId } from '../../ports/random.js'
import { authorizedRequest } from '../../wallet-api/authorized-request.js'
import { aboutTheBody, callSigner } from '../../wallet-api/call-signer.js'
import { findWallet } from '../../wallet-api/find-wallet.js'
import { linkToUser } from '../../wallet-api/link-to-user.js'
import { noteQuorums } from '../../wallet-api/quorum-rows.js'
import { fromSigner } from '../../wallet-api/to-wire.js'
import { readOwningUser } from './owning-user.js'
import { olderThreshold } from './read-input.js'

type Body = RouteRequest<typeof serverWallets.update>['body']
type Named = { appId: string; walletId: string }

/**
 * Changes a wallet, by a request that its present owner has signed. The signer reads owner, signers and policies from the signed bytes;
 * names for people are kept here, after it has verified the same request.
 */
export async function updateWallet(
  deps: Deps,
  named: Named,
  { body, signed }: { body: Body; signed: SignedRequest },
): Promise<ServerWalletRow> {
  const { before, givenUser } = await requireChangeable(deps, named, body)
  const { external_id: externalId } = body
  const request = authorizedRequest(named.appId, signed)
  const { wallet } = await callSigner(deps, 'updateWallet', { ...named, request }).catch(
    (error: unknown) => {
      throw aboutTheBody(error, 'The app has no such owner, signer or policy')
    },
  )
  const said = fromSigner(wallet)
  const ids = [said.owner_id, ...said.additional_signers.map((each) => each.signer_id)]
  await noteQuorums(deps, { appId: named.appId, ids })
  const threshold = olderThreshold(body)
  const userId = said.owner_id === before.owner_id ? before.user_id : givenUser
  const change = {
    ...said,
    user_id: userId,
    ...(body.display_name !== undefined && { display_name: body.display_name }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(threshold !== null && { authorization_threshold: threshold }),
    ...(body.owner !== undefined || body.owner_id !== undefined
      ? { authorization_threshold: null }
      : {}),
  }
  return storeChange(deps, { named, change, ownedBefore: before.user_id }).catch(
    (error: unknown) => {
      throw isUniqueViolation(error) ? takenExternalId(error) : error
    },
  )
}

/**
 * Refuses a change of a wallet that the API knows to be impossible; the signer knows the rest.
 *
 * @returns The wallet, and the user that the change makes its owner.
 * @throws ApiError `not_found`, `invalid_data`.
 */
export async function requireChangeable(
  deps: Deps,
  named: Named,
  body: Body,
): Promise<{ before: ServerWalletRow; givenUser: string | null }> {
  const before = await findWallet(deps, named)
  const { external_id: externalId } = body
  if (externalId !== undefined && before.external_id !== null && externalId !== before.external_id)
    throw new ApiError('invalid_data', {
      message: 'external_id is set already, and stays',
      data: { field: 'external_id' },
    })
  return { before, givenUser: await readOwningUser(deps, { appId: named.appId, body }) }
}

/** Writes what has changed; a wallet that a user gives or gets leaves or joins their linked accounts. */
async function storeChange(
  deps: Deps,
  asked: { named: Named; change: WalletChange; ownedBefore: string | null },
): Promise<ServerWalletRow> {
  const { named, change, ownedBefore } = asked
  const { keyEncryption, clock } = deps
  return deps.db.transaction().execute(async (transaction) => {
    const changed = await changeServerWallet(transaction, named, change)
    if (changed === undefined) throw new ApiError('not_found', { message: 'Wallet not found' })
    if (changed.user_id === ownedBefore) return changed
    if (ownedBefore !== null) await dropServerHeld(transaction, { ...named, userId: ownedBefore })
    await linkToUser(transaction, { keyEncryption, nowMs: clock.nowMs() }, changed)
    return changed
  })
}

/** Hides a wallet from lists and from use. @throws ApiError `not_found`, also when it is archived already. */
export async function archiveWallet(deps: Deps, named: Named): Promise<ServerWalletRow> {
  const before = await findWallet(deps, named)
  const { wallet } = await callSigner(deps, 'archiveWallet', named)
  const at = wallet.archivedAtMs ?? deps.clock.nowMs()
  return deps.db.transaction().execute(async (db) => {
    const change = { state: 'archived', archived_at: at } as const
    const row = await changeServerWallet(db, named, change)
    if (row === undefined) throw new ApiError('not_found', { message: 'Wallet not found' })
    const { wallet_id, address, chain_type, user_id } = before
    if (user_id !== null) await dropServerHeld(db, { ...named, userId: user_id })
    const data = { wallet_id, wallet_address: address, chain_type, archived_at: at }
    const { appId, walletId } = named
    const type = 'wallet.archived'
    await recordAppEvent(db, { appId, subject: { walletId }, type, data, nowMs: at })
    return row
  })
}

/** Ties a wallet to an entity of the app. @throws ApiError `not_found`, `not_supported`. */
export async function assignEntity(
  deps: Deps,
  named: Named,
  entity: { id: string; type: 'user' | 'organization' },
) {
  if (entity.type === 'organization')
    throw new ApiError('not_supported', {
      message: 'Entities of type organization are not offered',
    })
  const before = await findWallet(deps, named)
  const nowMs = deps.clock.nowMs()
  const tie = {
    ...entity,
    row_id: before.entity?.row_id ?? randomId(deps.random, 24),
    created_at: before.entity?.created_at ?? nowMs,
    updated_at: nowMs,
  }
  await changeServerWallet(deps.db, named, { entity: tie })
  const { row_id: id, created_at, updated_at } = tie
  return { id, wallet_id: named.walletId, entity, created_at, updated_at }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function takenExternalId(cause: unknown): ApiError {
  return new ApiError('invalid_data', {
    message: 'A wallet of the app has this external_id',
    data: { field: 'external_id' },
    cause,
  })
}
