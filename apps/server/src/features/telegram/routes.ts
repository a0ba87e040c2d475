import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { useProofCtes } from '../../db/used-proofs.js'
import type { Deps } from '../../deps.js'
import { changeBudgets, perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import { link } from '../../identity/link.js'
import type { Proof } from '../../identity/proof.js'
import { admit, signIn } from '../../identity/sign-in.js'
import { transfer } from '../../identity/transfer.js'
import { unlink } from '../../identity/unlink.js'
import { type TelegramIdentity, type TelegramProofs, verifyTelegram } from './verify.js'

const method = 'telegram_auth'
const budgets = (_request: unknown, spender: Spender) => [perNetwork('login', spender)]

/** Login by Telegram (wire reference §11.8). */
export function telegramRoutes(deps: Deps): Implementation[] {
  return implement(api.telegram, {
    authenticate: {
      budgets,
      handle: async ({ caller: { app }, body, request }) => {
        requireMethod(app)
        // TEL-07: a launch logs in without a click, which the app has to want.
        if (body.telegram_web_app_data && !app.settings.telegram_auth_config?.seamless_auth_enabled)
          throw new ApiError('disallowed_login_method')
        const { telegramUserId, data, proof } = proveTelegram(deps, app, body)
        const verdict = await admit(deps, { app, method, key: telegramUserId })
        return signIn(deps, { verdict, data, proof, mode: body.mode, ...request.browser })
      },
    },
    link: {
      budgets: (request, spender) => [...budgets(request, spender), ...changeBudgets(spender)],
      handle: async ({ caller: { app, userId }, body, request }) => {
        requireLinking(app)
        const { telegramUserId, data, proof } = proveTelegram(deps, app, body)
        const verdict = await admit(deps, { app, method, key: telegramUserId })
        return link(deps, { verdict, data, proof, userId, request })
      },
    },
    unlink: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: ({ caller, body, request }) => {
        const account = { type: 'telegram', key: body.telegram_user_id } as const
        return unlink(deps, { ...caller, account, request })
      },
    },
    transfer: {
      budgets: (_request, spender) => changeBudgets(spender),
      handle: async ({ caller, body, request }) => {
        const { app, userId, sessionId } = caller
        requireLinking(app)
        // The proof was used by the link that offered the transfer: here it only names the account.
        const { telegramUserId } = proveTelegram(deps, app, body)
        const verdict = await admit(deps, { app, method, key: telegramUserId })
        return transfer(deps, { verdict, userId, sessionId, nonce: body.nonce, request })
      },
    },
  })
}

/** TEL-10: an app may log users in by Telegram without letting them link it. */
function requireLinking(app: App): void {
  requireMethod(app)
  if (app.settings.telegram_auth_config?.link_enabled === false) {
    throw new ApiError('disallowed_login_method')
  }
}

function requireMethod({ settings }: App): void {
  if (!settings[method]) throw new ApiError('disallowed_login_method')
}

/** The account and the proof that the statement uses up (TEL-02). @throws ApiError as `verifyTelegram`; `not_supported`. */
function proveTelegram(
  { clock }: Pick<Deps, 'clock'>,
  app: App,
  proofs: TelegramProofs,
): Omit<TelegramIdentity, 'proof'> & { proof: Proof } {
  const botToken = app.openSecret('telegram_bot_token')
  if (botToken === undefined) {
    throw new ApiError('not_supported', { message: 'This app has no Telegram bot' })
  }
  const identity = verifyTelegram(proofs, { botToken, nowMs: clock.nowMs() })
  const { proof, expiresAtMs } = identity
  return {
    ...identity,
    proof: {
      ctes: useProofCtes({ appId: app.id, kind: 'telegram', proof, expiresAtMs }),
      refuse: async () => new ApiError('token_already_used'),
    },
  }
}
