import { api } from '@sallyport/contract'
import type { Deps } from '../../deps.js'
import { hourMs, perUser, type Spender } from '../../http/budgets.js'
import { type Implementation, implement, type RequestFacts } from '../../http/implement.js'
import { askVault, claimOf, requireMethod, tokenOf } from '../../identity/factors.js'
import { noteRecoveryCodes } from '../../identity/note-factors.js'
import { enrollPasskeys, readAssertion, startPasskeyProof } from './passkey-factor.js'
import { enroll, unenroll, verify } from './proofs.js'
import { resetRoutes } from './reset-routes.js'
import { sendFactorCode } from './sms-factor.js'
import { startTotp } from './totp-factor.js'

/** The vault counts wrong codes by itself; these bound what reaches it. */
const changes = (_request: unknown, spender: Spender) => [
  perUser('mfa-changes', spender, { points: 60, windowMs: hourMs }),
]
const proofs = (_request: unknown, spender: Spender) => [
  perUser('mfa-proofs', spender, { points: 200, windowMs: hourMs }),
]

/** A caller with what the request said of the device, for the audit log. */
const by = <C extends object>(caller: C, { device }: RequestFacts) => ({ ...caller, device })

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
      handle: async ({ caller, body: { code, phoneNumber }, request }) => {
        requireMethod(caller.app, 'sms')
        return enrolled(
          await enroll(deps, by(caller, request), { method: 'sms', code, phoneNumber }),
        )
      },
    },
    smsVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) => verify(deps, caller, { method: 'sms', code }),
    },
    smsUnenroll: {
      budgets: changes,
      handle: ({ caller, request }) => unenroll(deps, by(caller, request), 'sms'),
    },
    totpInit: { budgets: changes, handle: ({ caller }) => startTotp(deps, caller) },
    totpEnroll: {
      budgets: changes,
      handle: async ({ caller, body: { code }, request }) => {
        requireMethod(caller.app, 'totp')
        return enrolled(await enroll(deps, by(caller, request), { method: 'totp', code }))
      },
    },
    totpVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) => verify(deps, caller, { method: 'totp', code }),
    },
    totpUnenroll: {
      budgets: changes,
      handle: ({ caller, request }) => unenroll(deps, by(caller, request), 'totp'),
    },
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
          // Clients of E2 mean this by leaving it out (wire reference §14).
          unlinksRemoved: body.remove_for_login ?? true,
          request,
        }),
    },
    recoveryCodesInit: {
      budgets: changes,
      handle: async ({ caller, request: { device } }) => {
        const { app, userId, sessionId } = caller
        const input = { ...claimOf(caller), ...tokenOf(caller) }
        const { codes } = await askVault(deps, { app, call: 'makeRecoveryCodes', input })
        const made = { appId: app.id, userId, sessionId, device, nowMs: deps.clock.nowMs() }
        await deps.db
          .transaction()
          .execute((transaction) => noteRecoveryCodes(deps, transaction, made))
        return { codes }
      },
    },
    recoveryCodesVerify: {
      budgets: proofs,
      handle: ({ caller, body: { code } }) =>
        verify(deps, caller, { method: 'recovery_code', code }),
    },
    ...resetRoutes(deps),
  })
}
