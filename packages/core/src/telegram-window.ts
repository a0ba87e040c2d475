import type { SallyportClient } from './client.js'
import { ClientError } from './errors.js'

/** As Telegram's own script opens it. */
const size = { width: 550, height: 470 }

/**
 * Opens an empty window, in which `requestProof` then shows Telegram's login. To be called while a press is handled, before
 * anything is awaited, or the browser blocks it. While that window is open, further calls give it at any time.
 *
 * @returns null when the browser blocked it.
 * @throws ClientError `not_supported` when the app has no bot.
 */
export function openWindow(client: SallyportClient): Window | null {
  const { width, height } = size
  const left = Math.max(0, (screen.width - width) / 2)
  const top = Math.max(0, (screen.height - height) / 2)
  const features = `width=${width},height=${height},left=${left},top=${top},status=0,location=0,menubar=0,toolbar=0`
  // The name that Telegram's script gives its window: it then uses this one, which no browser blocks.
  return window.open('', `telegram_oauth_bot${botOf(client)}`, features)
}

/** The id of the app's bot. @throws ClientError `not_supported` when it has none. */
export function botOf({ state }: SallyportClient): string {
  const { bot_id: botId } = state.config?.telegram_auth_config ?? {}
  if (botId === undefined) throw new ClientError('not_supported')
  return botId
}
