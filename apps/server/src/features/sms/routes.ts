import { api, invalidSmsCode } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { CodeSubject } from '../../db/one-time-codes.js'
import type { Deps } from '../../deps.js'
import { changeBudgets } from '../../http/budgets.js'
import {
  type Handler,
  type Implementation,
  implement,
  type RequestFacts,
} from '../../http/implement.js'
import type { MessageLocale } from '../../http/message-locale.js'
import { admitWithCode } from '../../identity/admit-with-code.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { link } from '../../identity/link.js'
import { findLinkingUser } from '../../identity/linking-user.js'
import { proveCode } from '../../identity/one-time-codes.js'
import type { Proof } from '../../identity/proof.js'
import { requireRoom } from '../../identity/require-room.js'
import { sendCode, sendCodeToUser } from '../../identity/send-code.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { proveTestCode } from '../../identity/test-accounts.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import { update } from '../../identity/update.js'
import { requireMethodOn } from '../../identity/wallet-proof.js'

/** Longest part of an app's name in a message, so that it stays one segment. */
const maxNameLength = 60
const texts = {
  refused: 'This phone number does not take text messages',
  failed: 'The text message could not be sent. Try again',
}

interface SmsLogin {
  init: Handler<typeof api.sms.init>
  /** As `init`, for users alone, without telling who is one. */
  initForUser: Handler<typeof api.pageLogins.smsInit>
  authenticate: Handler<typeof api.sms.authenticate>
}

/** How a login by a code sent by text message is asked for and made: by the app's page, and by the pages of the auth origin. */
export function smsLogin(deps: Deps): SmsLogin {
  const { claim, prove } = proving(deps)
  const codeOf = (app: App, to: string, request: RequestFacts, userId?: string) => ({
    subject: subjectOf(app, to, userId),
    spender: request.spender,
    deliver: (code: string) => {
      const text = composeText(code, { name: app.settings.name, locale: request.locale })
      return deps.channels.sms.send({ to, text })
    },
    texts,
    // A message that the provider refused costs nothing.
    refunds: 'all' as const,
  })
  return {
    init: async ({ caller, body: { phoneNumber }, request }) => {
      const { app } = caller
      const { account } = await claim(app, phoneNumber)
      const userId = await findLinkingUser(deps, caller)
      if (userId === undefined) await requireRoom(deps, { app, account })
      request.keepFlow(await sendCode(deps, codeOf(app, phoneNumber, request, userId)))
      return { success: true }
    },
    initForUser: async ({ caller: { app }, body: { phoneNumber }, request }) => {
      requireMethodOn(app, 'sms_auth')
      const { afterAnswer } = request
      const code = codeOf(app, phoneNumber, request)
      const admit = () => claim(app, phoneNumber)
      request.keepFlow(await sendCodeToUser(deps, code, { admit, afterAnswer }))
      return { success: true }
    },
    authenticate: async ({ caller: { app }, body, request }) => {
      const { phoneNumber, code, mode } = body
      const proof =
        proveTestCode(app, { address: phoneNumber, code }) ??
        prove(subjectOf(app, phoneNumber), code, request)
      const verdict = await claim(app, phoneNumber, proof)
      const answer = await signIn(deps, {
        verdict,
        data: { phoneNumber },
        proof,
        mode,
        ...request.browser,
      })
      request.keepKnown('sms', phoneNumber)
      return answer
    },
  }
}

function proving(deps: Deps) {
  const claim = (app: App, key: string, proof?: Proof) => {
    const claimed = { app, method: 'sms_auth', key } as const
    return proof ? admitWithCode(deps, claimed, proof) : admit(deps, claimed)
  }
  const prove = (subject: CodeSubject, code: string, { spender }: RequestFacts) =>
    proveCode(deps, { subject, code, refusal: invalidSmsCode.message }, spender)
  return { claim, prove }
}

/** Login and linking by a code sent by text message (wire reference §11.2, 13). */
export function smsRoutes(deps: Deps): Implementation[] {
  const { claim, prove } = proving(deps)
  const login = smsLogin(deps)
  return implement(api.sms, {
    init: {
      budgets: ({ body }, spender) => sendBudgets('sms', body.phoneNumber, spender),
      handle: login.init,
    },
    authenticate: {
      budgets: ({ body }, spender) => tryBudgets('sms', body.phoneNumber, spender),
      handle: login.authenticate,
    },
    link: {
      budgets: ({ body }, spender) => [
        ...tryBudgets('sms', body.phoneNumber, spender),
        ...changeBudgets(spender),
      ],
      handle: async ({ caller: { app, userId }, body: { phoneNumber, code }, request }) => {
        const proof = prove(subjectOf(app, phoneNumber, userId), code, request)
        const verdict = await claim(app, phoneNumber, proof)
        return link(deps, { verdict, data: { phoneNumber }, proof, userId, request })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body: { phoneNumber: key }, request }) =>
        unlink(deps, { ...caller, account: { type: 'phone', key }, request }),
    },
    update: {
      budgets: ({ body }, spender) => [
        ...tryBudgets('sms', body.new_phone_number, spender),
        ...changeBudgets(spender),
      ],
      handle: async ({ caller: { app, userId, sessionId, facts }, body, request }) => {
        const { old_phone_number: oldKey, new_phone_number: phoneNumber, code } = body
        const proof = prove(subjectOf(app, phoneNumber, userId), code, request)
        const verdict = await claim(app, phoneNumber, proof)
        const change = { verdict, data: { phoneNumber }, proof, userId, sessionId, facts, request }
        return update(deps, { ...change, oldKey })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body: { nonce, phoneNumber }, request }) => {
        const { app, userId, sessionId } = caller
        const verdict = await claim(app, phoneNumber)
        return transfer(deps, { verdict, nonce, userId, sessionId, request })
      },
    },
  })
}

/** What a code is for: a login, or the user who links or updates by it. */
function subjectOf({ id: appId }: App, address: string, userId?: string): CodeSubject {
  const subject = { appId, channel: 'sms', address } as const
  return userId === undefined
    ? { ...subject, purpose: 'login' }
    : { ...subject, purpose: 'link', userId }
}

function composeText(code: string, app: { name: string; locale: MessageLocale }): string {
  const name = app.name.slice(0, maxNameLength)
  if (app.locale === 'ar') return `${code} هو رمزك في ${name}. لا تشاركه أبدًا.`
  return `${code} is your ${name} code. Never share it.`
}
