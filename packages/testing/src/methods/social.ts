import { api } from '@sallyport/contract'
import { createIssuer } from '../issuer.js'
import type { TestKit } from '../kit.js'
import { createTelegramBot } from '../telegram.js'
import { type MethodEntry, memo } from './method-entry.js'
import { notLinkedYet } from './not-linked-yet.js'

/** Login by a token of the app's own login; `privateSettings` are what the app needs for it. */
export function customJwtEntry(kit: TestKit) {
  const issuer = createIssuer({ nowMs: () => kit.clock.nowMs() })
  const reusable = 'A token is valid until it expires, unless the app wants each to work once.'
  const entry: MethodEntry = {
    routes: { login: api.customJwt.authenticate },
    setting: 'custom_jwt_auth',
    isGuest: false,
    prove: async (name) => ({ proof: { token: issuer.issue({ sub: name }) } }),
    skips: { ...notLinkedYet, replay: reusable, 'fifty at once': reusable },
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
  const entry: MethodEntry = {
    routes: { login: api.telegram.authenticate },
    setting: 'telegram_auth',
    isGuest: false,
    prove: async (name) => {
      presses += 1
      // Each proof is another one for Telegram, as by a new press of the button.
      const authDate = Math.floor(nowMs() / 1000) - (presses % 200)
      const user = { id: idOf(name), first_name: name }
      return { proof: { telegram_auth_result: bot.widget(user, authDate) } }
    },
    skips: notLinkedYet,
  }
  return { entry, privateSettings: { telegram_bot_token: bot.token } }
}
