/* Loaded by pages whose address asks for something. */
import type { Kit } from './kit.js'

/** Takes what Telegram, or another app, has opened this page for. */
export async function takeAddress(kit: Kit): Promise<void> {
  if (location.hash.startsWith('#sallyport-cross-app=')) {
    const { takeArrival } = await import('./features/cross-app/take-arrival.js')
    return takeArrival(kit)
  }
  const { loginFromTelegramUrl } = await import('./features/telegram/login-from-url.js')
  await loginFromTelegramUrl(kit)
}
