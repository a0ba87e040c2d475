import { api, invalidSmsCode } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { proveCode } from '../../identity/one-time-codes.js'
import { sendCode } from '../../identity/send-code.js'
import { admit, signIn } from '../../identity/sign-in.js'

/** Longest part of an app's name in a message, so that it stays one segment. */
const maxNameLength = 60
const texts = {
  refused: 'This phone number does not take text messages',
  failed: 'The text message could not be sent. Try again',
}

/** Login by a code sent by text message (wire reference §11.2). */
export function smsRoutes(deps: Deps): Implementation[] {
  return implement(api.sms, {
    init: {
      budgets: ({ body }, spender) => sendBudgets('sms', body.phoneNumber, spender),
      handle: async ({ caller: { app }, body: { phoneNumber }, request }) => {
        // A full app refuses new users after their code, as with email (EML-16).
        await admit(deps, { app, method: 'sms_auth', key: phoneNumber })
        const flow = await sendCode(deps, {
          subject: loginSubject(app, phoneNumber),
          spender: request.spender,
          deliver: (code) =>
            deps.channels.sms.send({ to: phoneNumber, text: composeText(code, app.settings.name) }),
          texts,
          // A message that the provider refused costs nothing.
          refundsRefused: true,
        })
        request.keepFlow(flow)
        return { success: true }
      },
    },
    authenticate: {
      budgets: ({ body }, spender) => tryBudgets('sms', body.phoneNumber, spender),
      handle: async ({ caller: { app }, body, request }) => {
        const { phoneNumber, code, mode } = body
        const verdict = await admit(deps, { app, method: 'sms_auth', key: phoneNumber })
        const subject = loginSubject(app, phoneNumber)
        const attempt = { subject, code, refusal: invalidSmsCode.message }
        const proof = proveCode(deps, attempt, request.spender)
        return signIn(deps, { verdict, data: { phoneNumber }, proof, mode, device: request.device })
      },
    },
  })
}

function loginSubject(app: App, address: string) {
  return { appId: app.id, channel: 'sms', purpose: 'login', address } as const
}

function composeText(code: string, appName: string): string {
  return `${code} is your ${appName.slice(0, maxNameLength)} code. Never share it.`
}
