import { api } from '@sallyport/contract'
import { readReset } from '../../db/factor-resets.js'
import type { Deps } from '../../deps.js'
import { hourMs, perNetwork, perUser, type Spender } from '../../http/budgets.js'
import { type Implementation, implement, type UserCaller } from '../../http/implement.js'
import { notifyOfFactor } from '../../identity/factor-notices.js'
import { cancelReset, cancelResetByLink, startReset } from '../../identity/factor-reset.js'
import { askVault, claimOf, requireMethod, tokenOf } from '../../identity/factors.js'
import { readRecord } from '../../identity/link.js'
import { enrollPasskeys, readAssertion, startPasskeyProof } from './passkey-factor.js'
import { enroll, unenroll, verify } from './proofs.js'
import { sendFactorCode } from './sms-factor.js'
import { startTotp } from './totp-factor.js'

/** The vault counts wrong codes by itself; these bound what reaches it. */
const changes = (_request: unknown, spender: Spender) => [
  perUser('mfa-changes', spender, { points: 60, windowMs: hourMs }),
]
const proofs = (_request: unknown, spender: Spender) => [
  perUser('mfa-proofs', spender, { points: 200, windowMs: hourMs }),
]
const secondsOf = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))

/** Second factors (wire reference §14), recovery codes and the reset of lost factors. */
export function mfaRoutes(deps: Deps): Implementation[] {
  const enrolled = (token: string | null) => ({ success: true, token: token ?? '' })
  return implement(api.mfa, {
    smsInit: {
      budgets: changes,
      handle: async ({ caller, body }) => {
        await sendFactorCode(deps, caller, body.action === 'enroll' ? body.phoneNumber : null)
        return { success: true }
      },
    },
    smsEnroll: {
      budgets: changes,
      handle: async ({ caller, body: { code, phoneNumber } }) => {
        requireMethod(caller.app, 'sms')
        return enrolled(await enroll(deps, caller, { method: 'sms', code, phoneNumber }))
      },
    },
    smsVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) => verify(deps, caller, { method: 'sms', code }),
    },
    smsUnenroll: { budgets: changes, handle: ({ caller }) => unenroll(deps, caller, 'sms') },
    totpInit: { budgets: changes, handle: ({ caller }) => startTotp(deps, caller) },
    totpEnroll: {
      budgets: changes,
      handle: async ({ caller, body: { code } }) => {
        requireMethod(caller.app, 'totp')
        return enrolled(await enroll(deps, caller, { method: 'totp', code }))
      },
    },
    totpVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) => verify(deps, caller, { method: 'totp', code }),
    },
    totpUnenroll: { budgets: changes, handle: ({ caller }) => unenroll(deps, caller, 'totp') },
    passkeysInit: {
      budgets: proofs,
      handle: ({ caller, body: { relying_party: named }, request: { origin } }) =>
        startPasskeyProof(deps, { caller, origin, named: named ?? undefined }),
    },
    passkeysVerify: {
      budgets: proofs,
      handle: async ({ caller, body }) => {
        const assertion = readAssertion(caller, body.authenticator_response)
        return verify(deps, caller, { method: 'passkey', assertion })
      },
    },
    passkeysEnrollment: {
      budgets: changes,
      handle: ({ caller, body, request }) =>
        enrollPasskeys(deps, {
          caller,
          credentialIds: body.credential_ids,
          unlinksRemoved: body.remove_for_login ?? false,
          request,
        }),
    },
    recoveryCodesInit: {
      budgets: changes,
      handle: async ({ caller }) => {
        const { app, userId } = caller
        const input = { ...claimOf(caller), ...tokenOf(caller) }
        const { codes } = await askVault(deps, { app, call: 'makeRecoveryCodes', input })
        const user = await readRecord(deps, { appId: app.id, userId })
        notifyOfFactor(deps, { app, user, change: 'codes-made' })
        return { codes }
      },
    },
    recoveryCodesVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) =>
        verify(deps, caller, { method: 'recovery_code', code }),
    },
    resetState: async ({ caller }) => ({ due_at: await readDue(deps, caller) }),
    resetInit: {
      budgets: changes,
      handle: async ({ caller }) => ({ due_at: secondsOf(await startReset(deps, caller)) }),
    },
    resetCancel: {
      budgets: changes,
      handle: async ({ caller: { app, userId } }) => {
        await cancelReset(deps, { appId: app.id, userId })
        return { due_at: null }
      },
    },
    resetCancelByLink: {
      budgets: (_request, spender) => [perNetwork('mfa-reset', spender)],
      handle: async ({ body: { token } }) => {
        await cancelResetByLink(deps, token)
        return { success: true }
      },
    },
  })
}

async function readDue({ db }: Deps, { app, userId }: UserCaller): Promise<number | null> {
  return secondsOf(await readReset(db, { appId: app.id, userId }))
}
