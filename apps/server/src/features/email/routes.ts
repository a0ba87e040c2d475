import { api } from '@sallyport/contract'
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
import { admitWithCode } from '../../identity/admit-with-code.js'
import { sendBudgets, tryBudgets } from '../../identity/code-budgets.js'
import { link } from '../../identity/link.js'
import { findLinkingUser } from '../../identity/linking-user.js'
import { askedFrom, loginLinkUrl } from '../../identity/login-link.js'
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
import { composeCodeMail } from './mail.js'

const texts = {
  refused: 'This address does not take mail',
  failed: 'The email could not be sent. Try again',
}

interface EmailLogin {
  init: Handler<typeof api.email.init>
  /** As `init`, for users alone, without telling who is one. */
  initForUser: Handler<typeof api.pageLogins.emailInit>
  authenticate: Handler<typeof api.email.authenticate>
}

/** How a login by a code sent by email is asked for and made: by the app's page, and by the pages of the auth origin. */
export function emailLogin(deps: Deps): EmailLogin {
  const { claim, prove } = proving(deps)
  const send = (mail: Omit<Parameters<typeof composeCodeMail>[0], 'app'> & { app: App }) =>
    deps.channels.email.send(composeCodeMail({ ...mail, app: mail.app.settings }))
  return {
    init: async ({ caller, body, request }) => {
      const { app } = caller
      const { account } = await claim(app, body.email)
      const userId = await findLinkingUser(deps, caller)
      if (userId === undefined) await requireRoom(deps, { app, account })
      const { userAgent, spender, locale } = request
      const purpose = userId === undefined ? 'login' : 'link'
      // A link approves the login of a browser, which a back end is not.
      const wantsLink = body.login_link === true && purpose === 'login' && !caller.isBackEnd
      const flow = await sendCode(deps, {
        subject: subjectOf(app, body.email, userId),
        spender,
        askedFrom: wantsLink ? askedFrom(request) : undefined,
        deliver: (code, secret) => {
          const link = secret && loginLinkUrl(deps, { appId: app.id, email: body.email, secret })
          return send({ to: body.email, app, userAgent, locale, code, purpose, link })
        },
        texts,
      })
      request.keepFlow(flow)
      return { success: true }
    },
    initForUser: async ({ caller: { app }, body: { email }, request }) => {
      requireMethodOn(app, 'email_auth')
      const { userAgent, spender, locale, afterAnswer } = request
      const mail = { to: email, app, userAgent, locale, purpose: 'login', link: undefined } as const
      const deliver = (code: string) => send({ ...mail, code })
      const code = { subject: subjectOf(app, email), spender, deliver, texts }
      const admit = () => claim(app, email)
      request.keepFlow(await sendCodeToUser(deps, code, { admit, afterAnswer }))
      return { success: true }
    },
    authenticate: async ({ caller: { app }, body, request }) => {
      const { email: address, code, mode } = body
      const proof =
        proveTestCode(app, { address: address, code }) ??
        prove(subjectOf(app, address), code, request)
      const verdict = await claim(app, address, proof)
      const answer = await signIn(deps, {
        verdict,
        data: { address },
        proof,
        mode,
        ...request.browser,
      })
      request.keepKnown('email', address)
      return answer
    },
  }
}

function proving(deps: Deps) {
  const claim = (app: App, key: string, proof?: Proof) => {
    const claimed = { app, method: 'email_auth', key } as const
    return proof ? admitWithCode(deps, claimed, proof) : admit(deps, claimed)
  }
  const prove = (subject: CodeSubject, code: string, { spender }: RequestFacts) =>
    proveCode(deps, { subject, code, refusal: 'Invalid email verification code' }, spender)
  return { claim, prove }
}

/** Login and linking by a code sent by email (wire reference §11.1, 13). */
export function emailRoutes(deps: Deps): Implementation[] {
  const { claim, prove } = proving(deps)
  const login = emailLogin(deps)
  return implement(api.email, {
    init: {
      budgets: ({ body }, spender) => sendBudgets('email', body.email, spender),
      handle: login.init,
    },
    authenticate: {
      budgets: ({ body }, spender) => tryBudgets('email', body.email, spender),
      handle: login.authenticate,
    },
    link: {
      budgets: ({ body }, spender) => [
        ...tryBudgets('email', body.email, spender),
        ...changeBudgets(spender),
      ],
      handle: async ({ caller: { app, userId }, body: { email: address, code }, request }) => {
        const proof = prove(subjectOf(app, address, userId), code, request)
        const verdict = await claim(app, address, proof)
        return link(deps, { verdict, data: { address }, proof, userId, request })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body: { address: key }, request }) =>
        unlink(deps, { ...caller, account: { type: 'email', key }, request }),
    },
    update: {
      budgets: ({ body }, spender) => [
        ...tryBudgets('email', body.newAddress, spender),
        ...changeBudgets(spender),
      ],
      handle: async ({ caller, body: { oldAddress, newAddress: address, code }, request }) => {
        const { app, userId, sessionId, facts } = caller
        const proof = prove(subjectOf(app, address, userId), code, request)
        const verdict = await claim(app, address, proof)
        const change = { verdict, data: { address }, proof, userId, sessionId, facts, request }
        return update(deps, { ...change, oldKey: oldAddress })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller: { app, userId, sessionId }, body: { nonce, email }, request }) => {
        const verdict = await claim(app, email)
        return transfer(deps, { verdict, nonce, userId, sessionId, request })
      },
    },
  })
}

/** What a code is for: a login, or the user who links or updates by it. */
function subjectOf({ id: appId }: App, address: string, userId?: string): CodeSubject {
  const subject = { appId, channel: 'email', address } as const
  return userId === undefined
    ? { ...subject, purpose: 'login' }
    : { ...subject, purpose: 'link', userId }
}
