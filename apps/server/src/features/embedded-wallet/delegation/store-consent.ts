import {
  ApiError,
  type DelegationConsent,
  type delegation,
  delegationContext,
  embeddedChains,
  type RouteRequest,
  userIdPrefix,
} from '@sallyport/contract'
import { notify } from '../../../audit/notify.js'
import { recordEvent } from '../../../audit/record-event.js'
import {
  type DelegationRow,
  listDelegated,
  lockActiveRoots,
  storeDelegation,
} from '../../../db/delegations.js'
import { recordOwnWallet } from '../../../db/own-wallet-events.js'
import type { Deps } from '../../../deps.js'
import type { FrameCaller } from '../../../http/implement.js'
import { type DeviceRecord, describeForAudit } from '../../../session/device.js'
import { callSignerWithAppKey } from '../../../wallet-api/call-signer-with-app-key.js'
import { appShareContext } from '../../../wallet-api/delegated-share.js'
import { toLinkedWallet } from '../accounts.js'
import { readBytes } from '../read-bytes.js'
import { consentOf, requireOwnAddress, settingsOf } from './consent.js'

type Body = RouteRequest<typeof delegation.delegate>['body']

/**
 * Keeps both halves of a delegated key: first the signer's, then the API's. Until the second is stored nothing can be signed, and a
 * half that is left alone at the signer opens nothing. The second is stored with the account's `delegated`, and only while the
 * consent is open: what ends delegations ends it, too (DEL-05).
 *
 * @throws ApiError `invalid_data` for a consent that is not the app's, is used up or ended, or does not fit the halves.
 */
export async function storeConsent(
  deps: Deps,
  caller: FrameCaller,
  { body, device }: { body: Body; device: DeviceRecord },
): Promise<{ success: true }> {
  caller.session.requireRecentLogin()
  const { app, userId, accessToken, sessionId } = caller
  const { consent, app_share: appShare } = body
  const { account } = await requireOwnAddress(deps, caller, consent)
  requireSameConsent(consent, {
    named: { ...consent, appId: app.id, userId: userIdPrefix + userId, address: account.address },
    settings: settingsOf(app),
  })
  requireSameAddress(body, consent)
  const owner = { appId: app.id, userId }
  const delegated = await listDelegated(deps.db, owner)
  const place = { chain_type: consent.chainType, address: account.address }
  if (delegated.some((each) => isSame(each, place))) throw alreadyDelegated()
  await callSignerWithAppKey(deps, {
    app,
    call: 'storeDelegation',
    input: { accessToken, consent, sealedShare: readSealed(body.encrypted_tee_share), appShare },
  })
  const row = rowOf({ deps, consent, userId, appShare })
  const hashKey = deps.keyEncryption
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (db) => {
    await lockActiveRoots(db, owner)
    // Read again: its recovery may have changed since.
    const { root } = await requireOwnAddress(deps, caller, { ...consent, db })
    const given = { ...place, consent_id: consent.consentId }
    const wallet = toLinkedWallet(account, { root, owner, hashKey, delegated: [given] })
    if (!(await storeDelegation(db, { appId: app.id, row, wallet, nowMs }))) throw endedMeanwhile()
    const data = { wallet_id: consent.walletId, ...describeForAudit(device) }
    const kind = 'wallet_delegated'
    const event = await recordEvent(db, { kind, ...owner, sessionId, data, nowMs })
    const about = { ...owner, walletId: consent.walletId, address: account.address, nowMs }
    await recordOwnWallet(db, { ...about, type: 'wallet.delegation_granted' })
    await notify(db, { event })
  })
  return { success: true }
}

function rowOf(given: {
  deps: Deps
  consent: DelegationConsent
  userId: string
  appShare: string
}): DelegationRow {
  const { deps, consent, userId, appShare } = given
  const row = {
    user_id: userId,
    consent_id: consent.consentId,
    wallet_id: consent.walletId,
    chain_type: consent.chainType,
    wallet_index: consent.walletIndex,
    address: consent.address,
    address_key: embeddedChains[consent.chainType].addressKey(consent.address),
    policy: JSON.stringify(consent.policy),
  }
  const share = readBytes(appShare, 'app_share')
  const context = appShareContext({ ...row, app_id: consent.appId })
  const sealed = deps.keyEncryption.shares.seal(share, context)
  share.fill(0)
  return { ...row, app_share: Buffer.from(sealed) }
}

/** The consent that was shown must be the one that the app asks for, for an address of the caller's own. */
function requireSameConsent(
  consent: DelegationConsent,
  asked: { named: DelegationConsent; settings: ReturnType<typeof settingsOf> },
): void {
  const wanted = consentOf(asked.named, asked.settings)
  if (delegationContext(consent) !== delegationContext(wanted))
    throw new ApiError('invalid_data', { message: 'The app asks for something else by now' })
}

/** DEL-02: what the specified fields name must be what the consent names. */
function requireSameAddress(
  { delegated_addresses: named }: Body,
  consent: DelegationConsent,
): void {
  const [only, ...more] = named
  const isSameOne =
    only?.chain_type === consent.chainType &&
    only.address === consent.address &&
    (only.wallet_index ?? 0) === consent.walletIndex
  if (!isSameOne || more.length > 0) throw new ApiError('linked_account_not_found')
}

function readSealed(text: string): { enc: string; ciphertext: string } {
  const [enc = '', ciphertext = '', ...more] = text.split('.')
  if (ciphertext === '' || more.length > 0)
    throw new ApiError('invalid_data', { message: 'encrypted_tee_share is not a sealed share' })
  readBytes(enc, 'encrypted_tee_share')
  readBytes(ciphertext, 'encrypted_tee_share')
  return { enc, ciphertext }
}

const isSame = (
  a: { chain_type: string; address: string },
  b: { chain_type: string; address: string },
) => a.chain_type === b.chain_type && a.address === b.address

function endedMeanwhile(): ApiError {
  return new ApiError('invalid_data', {
    message: 'Access to the wallets was ended, or given, while this consent was stored',
  })
}

function alreadyDelegated(): ApiError {
  return new ApiError('invalid_data', { message: 'This wallet is delegated already' })
}
