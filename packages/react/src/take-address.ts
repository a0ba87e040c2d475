/* Loaded by pages whose address asks for something. */
import { walletReturn } from '@sallyport/contract'
import type { Kit } from './kit.js'

/** Takes what Telegram, another app or a wallet's app has opened this page for; the last of them once the client has `started`. */
export async function takeAddress(kit: Kit, started: Promise<void>): Promise<void> {
  if (location.search.includes(`${walletReturn.client}=`)) {
    await started
    const { resumeWalletReturn } = await import('./wallet-return.js')
    return resumeWalletReturn(kit)
  }
  if (location.hash.startsWith('#sallyport-cross-app=')) {
    const { takeArrival } = await import('./features/cross-app/take-arrival.js')
    return takeArrival(kit)
  }
  const { loginFromTelegramUrl } = await import('./features/telegram/login-from-url.js')
  await loginFromTelegramUrl(kit)
}
