import { embeddedWallet, type RouteRequest } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import type { Spender } from '../../http/budgets.js'
import { type FrameCaller, type Implementation, implement } from '../../http/implement.js'
import type { DeviceRecord } from '../../session/device.js'
import { addAccounts } from './add-accounts.js'
import { addGeneration } from './add-generation.js'
import { sendAuthShare } from './auth-share.js'
import { confirmGeneration } from './confirm-generation.js'
import { createRoot } from './create-root.js'
import { walletBudget } from './limits.js'
import type { Owner } from './owner.js'
import { listOwnRoots } from './read-rows.js'
import { recoverRoot } from './recover-root.js'
import { replaceRecoveryKey, switchRecoveryKey } from './replace-recovery-key.js'
import type { StoringCaller } from './store-recovery-key.js'
import { toWireRoot } from './to-wire.js'

/** The custody routes of the wallet frame. */
export function embeddedWalletRoutes(deps: Deps): Implementation[] {
  return implement(embeddedWallet, {
    list: async ({ caller }) => {
      const roots = await listOwnRoots(deps, ownerOf(caller))
      return { roots: roots.map(toWireRoot) }
    },
    create: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('create', spender)],
      handle: ({ caller, body }) =>
        createRoot({ ...storingCaller(caller), app: caller.app, body }, deps),
    },
    addGeneration: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('add-generation', spender)],
      handle: ({ caller, params, body }) =>
        addGeneration(
          {
            ...storingCaller(caller),
            app: caller.app,
            session: caller.session,
            sessionId: caller.sessionId,
            walletId: params.wallet_id,
            body,
          },
          deps,
        ),
    },
    confirm: {
      terms: 'accepted',
      handle: ({ caller, params, body }) =>
        confirmGeneration(
          {
            ...generationOf(caller, params),
            accessToken: caller.accessToken,
            readBackPublicKey: body.read_back_public_key,
            receipt: body.receipt,
            deviceSignature: body.device_signature,
          },
          deps,
        ),
    },
    authShare: {
      terms: 'accepted',
      checksSession: true,
      handle: async ({ caller, params, body }) => ({
        sealed_auth_share: await sendAuthShare(
          {
            ...generationOf(caller, params),
            session: caller.session,
            sessionId: caller.sessionId,
            ephemeralPublicKey: body.ephemeral_public_key,
            deviceSignature: body.device_signature,
          },
          deps,
        ),
      }),
    },
    recover: {
      terms: 'accepted',
      handle: ({ caller, params, body, request }) =>
        recoverRoot(recoveryOf(caller, { walletId: params.wallet_id, body, request }), deps),
    },
    replaceRecoveryKey: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('add-generation', spender)],
      handle: ({ caller, params, body }) =>
        replaceRecoveryKey(
          {
            ...storingCaller(caller),
            ...generationOf(caller, params),
            body,
          },
          deps,
        ),
    },
    switchRecoveryKey: {
      terms: 'accepted',
      handle: ({ caller, params, body }) =>
        switchRecoveryKey(
          {
            ...generationOf(caller, params),
            recoveryKeyId: body.recovery_key_id,
          },
          deps,
        ),
    },
    addAccounts: {
      terms: 'accepted',
      budgets: (_request, spender) => [walletBudget('add-accounts', spender)],
      handle: ({ caller, params, body }) =>
        addAccounts({ owner: ownerOf(caller), walletId: params.wallet_id, body }, deps),
    },
  })
}

type RecoverBody = RouteRequest<typeof embeddedWallet.recover>['body']

/** A request for recovery, as `recoverRoot` takes it. */
function recoveryOf(
  caller: FrameCaller,
  {
    walletId,
    body,
    request,
  }: {
    walletId: string
    body: RecoverBody
    request: { spender: Spender; device: DeviceRecord }
  },
) {
  const { session, sessionId, accessToken, mfaToken } = caller
  return {
    app: caller.app,
    owner: ownerOf(caller),
    session,
    spender: request.spender,
    sessionId,
    device: request.device,
    accessToken,
    mfaToken,
    walletId,
    generationId: body.generation_id,
    excluding: body.excluding ?? [],
    hasDeviceShare: body.has_device_share === true,
    ephemeralPublicKey: body.ephemeral_public_key,
    devicePublicKey: body.device_public_key,
    deviceSignature: body.device_signature,
    sealedRecoveryProof: body.sealed_recovery_proof,
  }
}

function generationOf(caller: FrameCaller, params: { wallet_id: string; generation_id: string }) {
  const { wallet_id: walletId, generation_id: generationId } = params
  return { owner: ownerOf(caller), walletId, generationId }
}

function storingCaller(caller: FrameCaller): StoringCaller {
  const { accessToken, app } = caller
  return { owner: ownerOf(caller), accessToken, verificationKey: app.verificationKey }
}

function ownerOf(caller: FrameCaller): Owner {
  return { appId: caller.app.id, userId: caller.userId }
}
