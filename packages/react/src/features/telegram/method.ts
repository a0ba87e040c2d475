import type { LoginMethodEntry } from '../../flow/login-method.js'
import { enter } from '../../flow/step.js'
import { lateEntry } from '../../modal/late-entry.js'
import { telegramIcon } from './icon.js'

/** Login with Telegram's window, or by the launch of a mini app. */
export const telegramMethod: LoginMethodEntry = {
  id: 'telegram',
  switch: 'telegram_auth',
  icon: telegramIcon,
  name: (copy) => copy.landing.withProvider('Telegram'),
  kind: 'row',
  // The row, and what opens Telegram's window: loaded when the method is on.
  ...lateEntry(() => import('./telegram-row.js')),
  code: null,
  link: ({ launchParams }) =>
    enter('TELEGRAM_AUTH_SCREEN', {
      disableSignup: false,
      intent: 'link',
      initDataRaw: launchParams?.initDataRaw ?? null,
    }),
}
