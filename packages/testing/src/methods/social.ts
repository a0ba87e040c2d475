import { api } from '@sallyport/contract'
import { createIssuer } from '../issuer.js'
import type { TestKit } from '../kit.js'
import { createTelegramBot } from '../telegram.js'
import { type MethodEntry, memo } from './method-entry.js'

/** Login by a token of the app's own login; `privateSettings` are what the app needs for it. */
export function customJwtEntry(kit: TestKit) {
  const issuer = createIssuer({ nowMs: () => kit.clock.nowMs() })
  const withoutUnlink =
    'The wire has no call of pages that unlinks these accounts: back ends do it.'
  const reusable = 'A token is valid until it expires, unless the app wants each to work once.'
  const entry: MethodEntry = {
    routes: { login: api.customJwt.authenticate, link: api.customJwt.link },
    setting: 'custom_jwt_auth',
    isGuest: false,
    prove: async (name) => ({ proof: { token: issuer.issue({ sub: name }) } }),
    skips: {
      transfer: 'The wire has no transfer of these accounts: they are refused as another user’s.',
      unlink: withoutUnlink,
      'unlink the sole one': withoutUnlink,
      replay: reusable,
      'fifty at once': reusable,
    },
  }
  const custom_jwt = {
    id_claim: 'sub',
    max_age_seconds: 600,
    one_time: false,
    public_key: issuer.publicKey,
  }
  return { entry, privateSettings: { custom_jwt } }
}

/** Login by Telegram's widget; `privateSettings` are what the app needs for it. */
export function telegramEntry(kit: TestKit) {
  const nowMs = () => kit.clock.nowMs()
  const bot = createTelegramBot({ token: '7000000001:test-bot-token-of-every-app', nowMs })
  const idOf = memo((serial) => 1000 + serial)
  let presses = 0
  const press = (name: string) => {
    presses += 1
    // Each proof is another one for Telegram, as by a new press of the button.
    const authDate = Math.floor(nowMs() / 1000) - (presses % 200)
    return { telegram_auth_result: bot.widget({ id: idOf(name), first_name: name }, authDate) }
  }
  const entry: MethodEntry = {
    routes: {
      login: api.telegram.authenticate,
      link: api.telegram.link,
      unlink: api.telegram.unlink,
      transfer: api.telegram.transfer,
    },
    setting: 'telegram_auth',
    isGuest: false,
    prove: async (name) => ({ proof: press(name) }),
    unlinkBody: (name) => ({ telegram_user_id: String(idOf(name)) }),
    transferBody: press,
    skips: {},
  }
  return { entry, privateSettings: { telegram_bot_token: bot.token } }
}
