import { ApiError, api } from '@sallyport/contract'
import {
  findLinkOfFlow,
  type LinkRow,
  listLinks,
  redeemApprovedCtes,
  useLink,
} from '../../db/login-links.js'
import type { Deps } from '../../deps.js'
import { perNetwork } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { tryBudgets } from '../../identity/code-budgets.js'
import {
  approvalOf,
  isLinkSecret,
  numberOf,
  requireAuthenticLink,
} from '../../identity/login-link.js'
import { hashFlow } from '../../identity/one-time-codes.js'
import type { Proof } from '../../identity/proof.js'
import { admit, signIn } from '../../identity/sign-in.js'

/** The link in a login's mail: approved on its page, finished by the browser that asked. */
export function loginLinkRoutes(deps: Deps): Implementation[] {
  const now = () => deps.clock.nowMs()
  const findLink = async ({ secret, ...of }: Named): Promise<LinkRow | undefined> => {
    const links = await listLinks(deps.db, { ...of, nowMs: now() })
    for (const link of links) requireAuthenticLink(deps, link)
    return links.find((link) => isLinkSecret(deps.keyEncryption, secret, link))
  }
  return implement(api.loginLink, {
    status: {
      budgets: (_request, spender) => [perNetwork('login-link-status', spender)],
      handle: async ({ caller: { app }, body: { email }, request: { spender } }) => {
        const none = { state: 'none', number: null } as const
        // Without the cookie another browser of the same network would be shown the number.
        if (spender.flow === undefined) return none
        const flowHash = hashFlow(spender.flow)
        const row = await findLinkOfFlow(deps.db, { appId: app.id, email, flowHash, nowMs: now() })
        if (row === undefined) return none
        requireAuthenticLink(deps, row)
        if (row.approved_at !== null) return { state: 'approved', number: null } as const
        if (row.link_hash === null) return none
        return { state: 'pending', number: numberOf(deps, row) } as const
      },
    },
    authenticate: {
      budgets: ({ body }, spender) => tryBudgets('email', body.email, spender),
      handle: async ({ caller: { app }, body: { email, mode }, request }) => {
        const verdict = await admit(deps, { app, method: 'email_auth', key: email })
        const { flow } = request.spender
        if (flow === undefined) throw refused()
        const login = { appId: app.id, email, flowHash: hashFlow(flow), nowMs: now() }
        const row = await findLinkOfFlow(deps.db, login)
        if (row?.approved_at == null) throw refused()
        requireAuthenticLink(deps, row)
        const approvedMac = row.approved_mac ?? Buffer.alloc(0)
        const proof: Proof = {
          ctes: redeemApprovedCtes({ ...login, approvedMac }),
          refuse: async () => refused(),
        }
        const answer = await signIn(deps, {
          verdict,
          data: { address: email },
          proof,
          mode,
          ...request.browser,
        })
        request.keepKnown('email', email)
        return answer
      },
    },
    read: {
      budgets: (_request, spender) => [perNetwork('login-link', spender)],
      handle: async ({ body: { app_id: appId, email, secret } }) => {
        const link = await findLink({ appId, email, secret })
        const app = link && (await deps.apps.find(appId))
        if (!link?.asked_from || app === undefined) throw expired()
        const { asked_from: asked, created_at } = link
        return { app_name: app.settings.name, ...asked, asked_at: created_at }
      },
    },
    approve: {
      // Each link takes one number, and sending links is limited.
      budgets: (_request, spender) => [perNetwork('login-link', spender)],
      handle: async ({ body: { app_id: appId, email, secret, number } }) => {
        const link = await findLink({ appId, email, secret })
        if (link === undefined) throw expired()
        const approves = number === numberOf(deps, link)
        const approval = approves ? approvalOf(deps.keyEncryption, link, now()) : null
        if (!(await useLink(deps.db, link, approval))) throw expired()
        if (approves) return { success: true }
        throw new ApiError('invalid_credentials', {
          status: 422,
          message: 'That is another number. This link no longer works: enter the code instead.',
        })
      },
    },
  })
}

/** What the URL of a link says. */
interface Named {
  appId: string
  email: string
  secret: string
}

function refused(): ApiError {
  return new ApiError('invalid_credentials', {
    status: 422,
    message: 'The link in the email was not approved',
  })
}

function expired(): ApiError {
  return new ApiError('invalid_credentials', {
    status: 422,
    message: 'This link has expired or was already used.',
  })
}
