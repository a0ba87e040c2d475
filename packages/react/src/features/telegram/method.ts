import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { choiceRow } from '../../modal/choice-row.js'

/** A paper plane, from Lucide as the other icons. */
const icon = { path: 'm22 2-7 20-4-9-9-4zM22 2 11 13' }

/** Login with Telegram's window, or by the launch of a mini app. */
export const telegramMethod: LoginMethodEntry = {
  id: 'telegram',
  switch: 'telegram_auth',
  icon,
  name: (copy) => copy.landing.withProvider('Telegram'),
  kind: 'row',
  Entry: choiceRow({ service: 'Telegram', icon, outcome: 'telegram' }),
  code: null,
  link: ({ launchParams }) =>
    enter('TELEGRAM_AUTH_SCREEN', {
      disableSignup: false,
      intent: 'link',
      initDataRaw: launchParams?.initDataRaw ?? null,
    }),
}
