import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { requireAllowedAddress, requireAllowlisted, requireMethod } from '../../identity/rules.js'
import { signIn } from '../../identity/sign-in.js'
import { type Mail, MailRefused } from '../../ports/mailer.js'
import { issueCode, proveCode } from './codes.js'
import { composeCodeMail } from './mail.js'

/** Login by a code sent by e-mail (wire reference §11.1). */
export function emailRoutes(deps: Deps): Implementation[] {
  return implement(api.email, {
    init: async ({ caller: { app }, body, request }) => {
      const address = body.email
      await requireAdmission(deps, app, address)
      // A full app refuses newcomers after their code: refused here, anybody could ask who has an account (EML-16).
      const code = await issueCode(deps, { appId: app.id, purpose: 'login', address })
      const { userAgent } = request
      await deliver(deps, composeCodeMail({ to: address, code, app: app.settings, userAgent }))
      return { success: true }
    },
    authenticate: async ({ caller: { app }, body }) => {
      const { email: address, code, mode } = body
      await requireAdmission(deps, app, address)
      const userId = await proveCode(deps, { appId: app.id, purpose: 'login', address }, code)
      const account = { type: 'email', key: address, data: { address } }
      return signIn(deps, { app, account, userId, mode })
    },
  })
}

async function requireAdmission(deps: Deps, app: App, address: string): Promise<void> {
  requireMethod(app, 'email_auth')
  requireAllowedAddress(app, address)
  await requireAllowlisted(deps, app, { type: 'email', value: address })
}

async function deliver(deps: Deps, mail: Mail): Promise<void> {
  try {
    await deps.mailer.send(mail)
  } catch (cause) {
    if (!(cause instanceof MailRefused)) throw cause
    throw new ApiError('invalid_data', { message: 'This address does not take mail', cause })
  }
}
