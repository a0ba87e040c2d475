import { randomUUID } from 'node:crypto'
import {
  ApiError,
  type DelegationConsent,
  delegationContext,
  isProgramPolicy,
  programHours,
  programPolicy,
  type programs,
  type RouteRequest,
  userIdPrefix,
} from '@sallyport/contract'
import { notify } from '../../audit/notify.js'
import { recordEvent } from '../../audit/record-event.js'
import type { Db } from '../../db/connect.js'
import { noteOpenConsent } from '../../db/delegations.js'
import { recordOwnWallet } from '../../db/own-wallet-events.js'
import { type ProgramGrantRow, storeProgramGrant } from '../../db/program-grants.js'
import type { ProgramRequestRow } from '../../db/program-requests.js'
import type { Deps } from '../../deps.js'
import type { FrameCaller } from '../../http/implement.js'
import { type DeviceRecord, describeForAudit } from '../../session/device.js'
import { callSignerWithAppKey } from '../../wallet-api/call-signer-with-app-key.js'
import { programShareContext } from '../../wallet-api/program-share.js'
import { requirePrograms } from './app-of.js'
import { requireOpenRequest } from './find-request.js'

/** Finds an address of a root of the caller's own. @throws ApiError `linked_account_not_found` */
export type RequireAddress = (
  caller: FrameCaller,
  place: { walletId: string; chainType: 'ethereum'; walletIndex: number; db?: Db },
) => Promise<{ account: { address: string } }>

type Picked = RouteRequest<typeof programs.openConsent>['body']
type Given = RouteRequest<typeof programs.allow>['body']

const hourMs = 3_600_000

/**
 * The consent to what a user has picked for a program: for its key and no other, until the end that was picked. It is good for ten minutes
 * and one use.
 *
 * @throws ApiError `login_too_old`, `not_found` for a code with which no program waits, `linked_account_not_found`.
 */
export async function openProgramConsent(
  deps: Deps,
  caller: FrameCaller,
  { body, requireAddress }: { body: Picked; requireAddress: RequireAddress },
): Promise<DelegationConsent> {
  requirePrograms(deps, caller.app)
  caller.session.requireRecentLogin()
  const { app, accessToken } = caller
  const request = await requireOpenRequest(deps, { appId: app.id, userCode: body.user_code })
  const place = {
    walletId: body.wallet_id,
    chainType: 'ethereum',
    walletIndex: body.wallet_index,
  } as const
  const { account } = await requireAddress(caller, place)
  const userId = userIdPrefix + caller.userId
  const nowMs = deps.clock.nowMs()
  const policy = programPolicy(body.choice)
  const consentId =
    policy.transactions === null
      ? // The signer has no part in a program that signs nothing.
        randomUUID()
      : (
          await callSignerWithAppKey(deps, {
            app,
            call: 'openConsent',
            input: { appId: app.id, userId, accessToken },
          })
        ).consentId
  await noteOpenConsent(deps.db, { appId: app.id, userId: caller.userId, consentId, nowMs })
  return {
    version: 1,
    consentId,
    appId: app.id,
    userId,
    ...place,
    address: account.address,
    authorizationKeys: [request.public_key],
    threshold: 1,
    policy,
    program: { name: request.name, endsAtMs: nowMs + body.choice.hours * hourMs },
  }
}

/**
 * Keeps what a user has allowed: where the program may pay, first the signer's half of the key, then the API's, with the request
 * of the program, in one statement.
 *
 * @throws ApiError `not_found`, `invalid_data` for a consent that is not the program's, is used up, has ended or does not fit the halves.
 */
export async function allowProgram(
  deps: Deps,
  caller: FrameCaller,
  {
    body,
    device,
    requireAddress,
  }: { body: Given; device: DeviceRecord; requireAddress: RequireAddress },
): Promise<void> {
  requirePrograms(deps, caller.app)
  caller.session.requireRecentLogin()
  const { app, userId, accessToken, sessionId } = caller
  const { consent, halves } = body
  const request = await requireOpenRequest(deps, { appId: app.id, userCode: body.user_code })
  const place = {
    walletId: consent.walletId,
    chainType: 'ethereum',
    walletIndex: consent.walletIndex,
  } as const
  const { account } = await requireAddress(caller, place)
  const nowMs = deps.clock.nowMs()
  requireOwnConsent(consent, { request, nowMs, userId, address: account.address })
  const signs = consent.policy.transactions !== null
  if (signs !== (halves !== null))
    throw invalid('A program that pays needs both halves of the key, one that reads none')
  if (halves !== null)
    await callSignerWithAppKey(deps, {
      app,
      call: 'storeDelegation',
      input: {
        ...{ accessToken, consent, appShare: halves.app_share },
        sealedShare: readSealed(halves.encrypted_tee_share),
      },
    })
  const row = rowOf(deps, { consent, userId, nowMs, appShare: halves?.app_share ?? '' })
  const owner = { appId: app.id, userId }
  await deps.db.transaction().execute(async (db) => {
    const kept = { row, deviceCodeHash: request.device_code_hash, nowMs }
    if (!(await storeProgramGrant(db, kept)))
      throw invalid('The request was answered, or access was ended, while this consent was stored')
    const data = { program: row.name, wallet_id: row.wallet_id, ...describeForAudit(device) }
    const event = await recordEvent(db, {
      kind: 'program_allowed',
      ...owner,
      sessionId,
      data,
      nowMs,
    })
    const about = { ...owner, walletId: row.wallet_id, address: row.address, nowMs }
    await recordOwnWallet(db, { ...about, type: 'wallet.delegation_granted' })
    await notify(db, { event })
  })
}

/** The consent must be to the key and the name that wait with this code, for an address of the caller's own and an allowed time. */
function requireOwnConsent(
  consent: DelegationConsent,
  {
    request,
    nowMs,
    userId,
    address,
  }: { request: ProgramRequestRow; nowMs: number; userId: string; address: string },
): void {
  const { program, policy } = consent
  const longestMs = Math.max(...programHours) * hourMs
  const isTimely =
    program !== undefined && program.endsAtMs > nowMs && program.endsAtMs <= nowMs + longestMs
  if (!isTimely || !isProgramPolicy(policy)) throw invalid('The consent is not one for a program')
  const wanted: DelegationConsent = {
    ...consent,
    ...{ appId: request.app_id, userId: userIdPrefix + userId, chainType: 'ethereum', address },
    ...{ authorizationKeys: [request.public_key], threshold: 1 },
    program: { name: request.name, endsAtMs: program.endsAtMs },
  }
  if (delegationContext(consent) !== delegationContext(wanted))
    throw invalid('The consent is for another program, wallet or user')
}

function rowOf(
  deps: Deps,
  given: { consent: DelegationConsent; userId: string; nowMs: number; appShare: string },
): Omit<ProgramGrantRow, 'last_used_at'> {
  const { consent, userId, nowMs, appShare } = given
  const row = {
    app_id: consent.appId,
    user_id: userId,
    grant_id: consent.consentId,
    wallet_id: consent.walletId,
    chain_type: consent.chainType,
    wallet_index: consent.walletIndex,
    address: consent.address,
    name: consent.program?.name ?? '',
    public_key: consent.authorizationKeys[0] ?? '',
    policy: JSON.stringify(consent.policy),
    created_at: nowMs,
    ends_at: consent.program?.endsAtMs ?? 0,
  }
  if (!/^[\w-]*$/.test(appShare)) throw invalid('app_share must be base64url')
  const share = Buffer.from(appShare, 'base64url')
  const sealed = deps.keyEncryption.shares.seal(share, programShareContext(row))
  share.fill(0)
  return { ...row, app_share: Buffer.from(sealed) }
}

function readSealed(text: string): { enc: string; ciphertext: string } {
  const [enc = '', ciphertext = '', ...more] = text.split('.')
  const isSealed = [enc, ciphertext].every((each) => /^[\w-]+$/.test(each))
  if (!isSealed || more.length > 0) throw invalid('encrypted_tee_share is not a sealed share')
  return { enc, ciphertext }
}

const invalid = (message: string) => new ApiError('invalid_data', { message })
