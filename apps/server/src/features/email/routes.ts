import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import type { Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import {
  type IssuedCode,
  issueCode,
  proveCode,
  refundSend,
  withdrawIssued,
} from '../../identity/one-time-codes.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { MailRefused } from '../../ports/mailer.js'
import { composeCodeMail } from './mail.js'

/** Login by a code sent by email (wire reference §11.1). */
export function emailRoutes(deps: Deps): Implementation[] {
  return implement(api.email, {
    init: {
      budgets: ({ body }, spender) => sendBudgets('email', body.email, spender),
      handle: async ({ caller: { app }, body, request }) => {
        // A full app refuses new users after their code: refused here, anyone could ask who has an account (EML-16).
        await admit(deps, { app, method: 'email_auth', key: body.email })
        const issued = await issueCode(deps, loginSubject(app, body.email), request.spender)
        const { userAgent, spender } = request
        await deliver(deps, { app, issued, userAgent, spender })
        request.keepFlow(issued.flow)
        return { success: true }
      },
    },
    authenticate: {
      budgets: ({ body }, spender) => tryBudgets('email', body.email, spender),
      handle: async ({ caller: { app }, body, request }) => {
        const { email: address, code, mode } = body
        const verdict = await admit(deps, { app, method: 'email_auth', key: address })
        const refusal = 'Invalid email verification code'
        const attempt = { subject: loginSubject(app, address), code, refusal }
        const proof = proveCode(deps, attempt, request.spender)
        return signIn(deps, { verdict, data: { address }, proof, mode, device: request.device })
      },
    },
  })
}

function loginSubject(app: App, address: string) {
  return { appId: app.id, channel: 'email', purpose: 'login', address } as const
}

/**
 * Sends the mail. An address that refuses mail is the caller's to correct. A mail server that is down is an outage, which
 * clients retry by themselves (wire reference §4): those attempts are refunded.
 *
 * @throws ApiError `invalid_data`, `internal_error` (503).
 */
async function deliver(
  deps: Deps,
  mail: { app: App; issued: IssuedCode; userAgent: string | undefined; spender: Spender },
): Promise<void> {
  const { app, issued, userAgent, spender } = mail
  const { subject, code } = issued
  try {
    const to = subject.address
    await deps.mailer.send(composeCodeMail({ to, code, app: app.settings, userAgent }))
  } catch (cause) {
    await withdrawIssued(deps, issued)
    if (cause instanceof MailRefused) {
      throw new ApiError('invalid_data', { message: 'This address does not take mail', cause })
    }
    await refundSend(deps, subject, spender)
    const message = 'The email could not be sent. Try again'
    throw new ApiError('internal_error', { status: 503, message, cause })
  }
}
