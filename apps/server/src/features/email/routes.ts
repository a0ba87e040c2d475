import { api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { proveCode } from '../../identity/one-time-codes.js'
import { sendCode } from '../../identity/send-code.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { composeCodeMail } from './mail.js'

const texts = {
  refused: 'This address does not take mail',
  failed: 'The email could not be sent. Try again',
}

/** Login by a code sent by email (wire reference §11.1). */
export function emailRoutes(deps: Deps): Implementation[] {
  return implement(api.email, {
    init: {
      budgets: ({ body }, spender) => sendBudgets('email', body.email, spender),
      handle: async ({ caller: { app }, body, request }) => {
        // A full app refuses new users after their code: refused here, anyone could ask who has an account (EML-16).
        await admit(deps, { app, method: 'email_auth', key: body.email })
        const { userAgent, spender } = request
        const flow = await sendCode(deps, {
          subject: loginSubject(app, body.email),
          spender,
          deliver: (code) =>
            deps.channels.email.send(
              composeCodeMail({ to: body.email, code, app: app.settings, userAgent }),
            ),
          texts,
        })
        request.keepFlow(flow)
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
