import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { giveBack } from '../../db/rate-limits.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { codeMailKeys } from '../../http/rate-limits.js'
import { requireAllowedAddress, requireAllowlisted, requireMethod } from '../../identity/rules.js'
import { signIn } from '../../identity/sign-in.js'
import { MailRefused } from '../../ports/mailer.js'
import { answerLogin, draftSession } from '../../session/open.js'
import { type CodeOwner, issueCode, proveCode, takeBackCode } from './codes.js'
import { composeCodeMail } from './mail.js'

/** Login by a code sent by e-mail (wire reference §11.1). */
export function emailRoutes(deps: Deps): Implementation[] {
  return implement(api.email, {
    init: async ({ caller: { app }, body, request }) => {
      const address = body.email
      await requireAdmission(deps, app, address)
      // A full app refuses newcomers after their code: refused here, anybody could ask who has an account (EML-16).
      const owner: CodeOwner = { appId: app.id, purpose: 'login', address }
      const code = await issueCode(deps, owner, request.spending.claim())
      const { userAgent } = request
      const mail = composeCodeMail({ to: address, code, app: app.settings, userAgent })
      try {
        await deps.mailer.send(mail)
      } catch (cause) {
        await takeBackCode(deps, owner, code)
        throw await answerToLostMail(deps, owner, cause)
      }
      return { success: true }
    },
    authenticate: async ({ caller: { app }, body, request }) => {
      const { email: address, code, mode } = body
      await requireAdmission(deps, app, address)
      const draft = draftSession(deps, app)
      const user = await proveCode(
        deps,
        { appId: app.id, purpose: 'login', address },
        { code, buckets: request.spending.claim(), session: draft.row },
      )
      if (user !== undefined) return answerLogin(deps, { app, user, draft, isNewUser: false })
      const account = { type: 'email', key: address, data: { address } }
      return signIn(deps, { app, account, userId: undefined, mode })
    },
  })
}

async function requireAdmission(deps: Deps, app: App, address: string): Promise<void> {
  requireMethod(app, 'email_auth')
  requireAllowedAddress(app, address)
  await requireAllowlisted(deps, app, { type: 'email', value: address })
}

/**
 * An address that takes no mail is the caller's to correct. A mail server that is away is an outage, which clients try
 * again by themselves (wire reference §4): those tries must not use up the address's budget of mails.
 */
async function answerToLostMail(deps: Deps, owner: CodeOwner, cause: unknown): Promise<ApiError> {
  if (cause instanceof MailRefused)
    return new ApiError('invalid_data', { message: 'This address does not take mail', cause })
  await giveBack(deps.db, codeMailKeys(owner.appId, owner.address), deps.clock.nowMs())
  return new ApiError('internal_error', {
    status: 503,
    message: 'The email could not be sent. Try again',
    cause,
  })
}
