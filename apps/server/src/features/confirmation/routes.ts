import { api, type CrossAppRequester } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { minuteMs, perUser, type Spender } from '../../http/budgets.js'
import { type FrameCaller, type Implementation, implement } from '../../http/implement.js'
import { linkClaimedWallets } from '../../identity/claimed-wallets.js'
import { forgetPasskeyFactor, isFactorPasskey } from '../../identity/factors.js'
import { link, readRecord, readWireUser } from '../../identity/link.js'
import {
  openRequest,
  type PendingRequest,
  type SharingRequest,
  useRequest,
} from '../../identity/pending-request.js'
import { admit } from '../../identity/sign-in.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import { update } from '../../identity/update.js'
import type { DeviceRecord } from '../../session/device.js'

/** Requests about other apps: a feature of its own carries them out. */
interface Sharing {
  describe(caller: FrameCaller, pending: SharingRequest): Promise<CrossAppRequester>
  /** Gives the answer of the call that was to be confirmed. */
  carryOut(
    granting: { caller: FrameCaller; device: DeviceRecord },
    pending: SharingRequest,
  ): Promise<object>
}

const budgets = (_request: unknown, spender: Spender) => [
  perUser('confirmations', spender, { points: 30, windowMs: minuteMs }),
]

/** What the wallet frame shows and carries out for calls that the user has to confirm. */
export function confirmationRoutes(deps: Deps, sharing: Sharing): Implementation[] {
  return implement(api.confirmation, {
    describe: {
      budgets,
      handle: async ({ caller, body: { request } }) => {
        const { pending } = openRequest(deps, sessionOf(caller), request)
        if (pending.kind === 'share' || pending.kind === 'connect') {
          const requester = await sharing.describe(caller, pending)
          return { asks: { kind: 'share' as const, requester } }
        }
        const { kind, type, name } = pending
        return { asks: { kind, account: { type, name } } }
      },
    },
    confirm: {
      budgets,
      handle: async ({ caller, body: { request: text }, request }) => {
        const session = sessionOf(caller)
        const { pending, expiresAtMs } = openRequest(deps, session, text)
        const isSharing = pending.kind === 'share' || pending.kind === 'connect'
        // As the call that asked: a thief of a session of yesterday would have a login at the other app.
        if (isSharing) caller.session.requireRecentLogin()
        await useRequest(deps, session, { request: text, expiresAtMs })
        const { device } = request
        const answer = isSharing
          ? await sharing.carryOut({ caller, device }, pending)
          : await change(deps, { caller, device }, pending)
        return { answer: { ...answer } }
      },
    },
  })
}

function sessionOf({ app, userId, sessionId }: FrameCaller) {
  return { appId: app.id, userId, sessionId }
}

/** Removes a login; of a passkey that is a second factor, the factor with it. */
async function remove(
  deps: Deps,
  { caller, device }: { caller: FrameCaller; device: DeviceRecord },
  { type, key }: Extract<PendingRequest, { kind: 'remove' }>,
): Promise<object> {
  const { app, userId, sessionId } = caller
  const owner = { appId: app.id, userId }
  const { accounts } = await readRecord(deps, owner)
  const isFactor = type === 'passkey' && accounts.some(isFactorPasskey(key))
  const confirmed = { device, confirmed: true } as const
  const account = { type, key }
  const gone = { app, userId, sessionId, facts: undefined, account, request: confirmed }
  const user = await unlink(deps, gone)
  if (!isFactor) return user
  return forgetPasskeyFactor(deps, { caller, credentialId: key, request: { device } })
}

/** Changes the user's accounts as the call would have done without the confirmation, and gives its answer. */
async function change(
  deps: Deps,
  { caller, device }: { caller: FrameCaller; device: DeviceRecord },
  pending: Exclude<PendingRequest, SharingRequest>,
): Promise<object> {
  const { app, userId, sessionId } = caller
  if (pending.kind === 'remove') return remove(deps, { caller, device }, pending)
  const verdict = await admit(deps, { app, ...pending.claim })
  const confirmed = {
    verdict,
    userId,
    sessionId,
    // The call that asked was checked, minutes ago in the same session.
    facts: undefined,
    request: { device, confirmsAs: undefined, confirmed: true },
  } as const
  if (pending.kind === 'move') return transfer(deps, { ...confirmed, nonce: pending.nonce })
  const { data, credential, oldKey, more, addresses } = pending
  const account = { ...confirmed, data, ...(credential && { credential }) }
  const user =
    oldKey === undefined ? await link(deps, account) : await update(deps, { ...account, oldKey })
  const hasMore =
    addresses !== undefined && (await linkClaimedWallets(deps, { app, userId, addresses }))
  const last = hasMore ? await readWireUser(deps, { appId: app.id, userId }) : user
  return { ...last, ...more }
}
