import { errorCode, telegram } from '@sallyport/core'
import type { Kit } from '../../kit.js'

/**
 * Logs in by the launch data or the login link that Telegram has put into the page's address. A user who is logged in stays
 * logged in; the address is cleaned either way.
 */
export async function loginFromTelegramUrl(kit: Kit): Promise<void> {
  const { client, events } = kit
  const proof = telegram.takeProofFromUrl()
  if (proof === undefined) return
  await client.start()
  const { user, config } = client.state
  const isWanted = 'authResult' in proof || config?.telegram_auth_config?.seamless_auth_enabled
  if (user || !config?.telegram_auth || !isWanted) return
  await kit
    .proveAndFinish('telegram', () => telegram.login(client, { proof }))
    .catch((error) => {
      const code = errorCode(error, 'unknown_auth_error')
      events.emit('login', (each) => each.onError?.(code))
    })
}
