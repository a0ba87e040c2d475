import { ApiError, type DelegationConsent, userIdPrefix } from '@sallyport/contract'
import type { App } from '../../../apps/app.js'
import type { Db } from '../../../db/connect.js'
import { noteOpenConsent } from '../../../db/delegations.js'
import type { RootRecord, StoredAccount } from '../../../db/wallet-roots.js'
import type { Deps } from '../../../deps.js'
import type { FrameCaller } from '../../../http/implement.js'
import { callSignerWithAppKey } from '../../../wallet-api/call-signer-with-app-key.js'
import { readOwnRoot } from '../read-rows.js'

/** Which address of which root a consent is about. */
export interface Place {
  walletId: string
  chainType: DelegationConsent['chainType']
  walletIndex: number
}

/**
 * The consent that a user is asked for, with an id that the signer has drawn: good for ten minutes and one use.
 *
 * @throws ApiError `login_too_old`, `feature_not_enabled` when the app has set up no delegated actions,
 *   `linked_account_not_found`, `invalid_data` for an address that is delegated already.
 */
export async function openConsent(
  deps: Deps,
  caller: FrameCaller,
  place: Place,
): Promise<DelegationConsent> {
  caller.session.requireRecentLogin()
  const { app, accessToken } = caller
  const { account } = await requireOwnAddress(deps, caller, place)
  const settings = settingsOf(app)
  const userId = userIdPrefix + caller.userId
  const { consentId } = await callSignerWithAppKey(deps, {
    app,
    call: 'openConsent',
    input: { appId: app.id, userId, accessToken },
  })
  const nowMs = deps.clock.nowMs()
  await noteOpenConsent(deps.db, { appId: app.id, userId: caller.userId, consentId, nowMs })
  return consentOf(
    { ...place, consentId, appId: app.id, userId, address: account.address },
    settings,
  )
}

/** What the app asks its users for. @throws ApiError `feature_not_enabled` */
export function settingsOf({ privateSettings: { delegated_actions: settings } }: App) {
  if (settings === null || settings === undefined || settings.authorization_keys.length === 0)
    throw new ApiError('feature_not_enabled')
  return settings
}

/** A consent by the app's settings as they are now. */
export function consentOf(
  named: Pick<
    DelegationConsent,
    'consentId' | 'appId' | 'userId' | 'walletId' | 'chainType' | 'walletIndex' | 'address'
  >,
  settings: ReturnType<typeof settingsOf>,
): DelegationConsent {
  const { consentId, appId, userId, walletId, chainType, walletIndex, address } = named
  return {
    version: 1,
    consentId,
    appId,
    userId,
    walletId,
    chainType,
    walletIndex,
    address,
    authorizationKeys: settings.authorization_keys,
    threshold: settings.threshold,
    policy: settings.policy,
  }
}

/** An address of a root of the caller's own. @throws ApiError `linked_account_not_found` */
export async function requireOwnAddress(
  deps: Deps,
  { app, userId }: FrameCaller,
  { walletId, chainType, walletIndex, db }: Place & { db?: Db },
): Promise<{ root: RootRecord; account: StoredAccount }> {
  const root = await readOwnRoot(deps, { appId: app.id, userId, walletId }, db)
  const account = root?.accounts.find(
    (each) => each.chain_type === chainType && each.wallet_index === walletIndex,
  )
  if (root?.state !== 'active' || !account) throw new ApiError('linked_account_not_found')
  return { root, account }
}
