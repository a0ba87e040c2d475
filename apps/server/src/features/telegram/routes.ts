import { ApiError, api } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { useProofCtes } from '../../db/used-proofs.js'
import type { Deps } from '../../deps.js'
import { perNetwork, type Spender } from '../../http/budgets.js'
import { type Implementation, implement } from '../../http/implement.js'
import type { Proof } from '../../identity/proof.js'
import { admit, signIn } from '../../identity/sign-in.js'
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
        return signIn(deps, { verdict, data, proof, mode: body.mode, device: request.device })
      },
    },
  })
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
