import { ApiError, type EmbeddedChain, embeddedChains } from '@sallyport/contract'
import type { SignerInput, SignerOutput } from '@sallyport/protocols/signer'
import {
  abandonPendingWallet,
  activateWallet,
  insertPendingWallet,
  type NewServerWallet,
  readPendingWallet,
  type ServerWalletRow,
} from '../db/server-wallets.js'
import type { Deps } from '../deps.js'
import { aboutTheBody, callSigner } from './call-signer.js'
import { linkToUser } from './link-to-user.js'
import { noteQuorums } from './quorum-rows.js'
import { openShare, receiveShare } from './share.js'
import { fromSigner } from './to-wire.js'

type Pending = SignerOutput<'createWallet'>

/** What a new wallet is beside what the signer knows. */
export interface WalletLabels {
  display_name: string | null
  external_id: string | null
  entity: NewServerWallet['entity']
  /** The user that owns it, if one does. */
  user_id: string | null
  authorization_threshold: number | null
}

/** A wallet to make. */
interface NewWallet {
  appId: string
  chainType: EmbeddedChain
  fields: Omit<SignerInput<'createWallet'>['wallet'], 'chainType'>
  labels: WalletLabels
  /** Has the signer make its half. */
  begin(): Promise<Pending>
}

/**
 * Makes a wallet in two phases: the signer's half and the API's are stored, and only when both, read back, give one address is the
 * wallet answered. What stops in between is swept (`sweepPendingWallets`).
 *
 * @throws ApiError `invalid_data` for an external id or address that the app has, or an owner, signer or policy that it has not.
 */
export async function makeWallet(deps: Deps, wallet: NewWallet): Promise<ServerWalletRow> {
  const { appId, chainType, fields, labels } = wallet
  const pending = await wallet.begin().catch((error: unknown) => {
    throw aboutTheBody(error, 'The app has no such owner, signer or policy')
  })
  const named = { appId, walletId: pending.walletId }
  const stored = await insertPendingWallet(deps.db, {
    app_id: appId,
    wallet_id: pending.walletId,
    chain_type: chainType,
    additional_signers: [],
    policy_ids: fields.policyIds,
    ...labels,
    api_share: await receiveShare(deps, { appId, pending }),
    created_at: deps.clock.nowMs(),
  })
  if (!stored) throw taken('external_id', 'A wallet of the app has this external_id')
  const active = await confirmPending(deps, named)
  if (active !== undefined) return active
  await abandonPendingWallet(deps.db, named)
  throw taken('address', 'The app has a wallet with this address')
}

/**
 * Has the signer confirm a pending wallet by the half that is read back from its row, and makes it active: a linked account of the user that
 * owns it.
 *
 * @returns undefined when the app has another wallet with its address.
 */
export async function confirmPending(
  deps: Pick<Deps, 'db' | 'clock' | 'signer' | 'keyEncryption'>,
  named: { appId: string; walletId: string },
): Promise<ServerWalletRow | undefined> {
  const row = await readPendingWallet(deps.db, named)
  if (row === undefined) throw new Error('A pending wallet is not there')
  const { wallet } = await callSigner(deps, 'confirmWallet', {
    ...named,
    apiShare: openShare(deps, row),
  })
  const said = fromSigner(wallet)
  await noteQuorums(deps, {
    appId: named.appId,
    ids: [said.owner_id, ...said.additional_signers.map((each) => each.signer_id)],
  })
  return deps.db.transaction().execute(async (transaction) => {
    const active = await activateWallet(transaction, named, {
      address: wallet.address,
      address_key: embeddedChains[row.chain_type].addressKey(wallet.address),
      public_key: wallet.publicKey,
      ...said,
      imported_at: wallet.importedAtMs,
      created_at: wallet.createdAtMs,
    })
    const nowMs = deps.clock.nowMs()
    if (active) await linkToUser(transaction, { keyEncryption: deps.keyEncryption, nowMs }, active)
    return active
  })
}

function taken(field: string, message: string): ApiError {
  return new ApiError('invalid_data', { message, data: { field } })
}
