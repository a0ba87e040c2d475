import { addStyle } from './modal/stylesheet.js'
import { qrStyle } from './theme/style-account.js'

export { AwaitingFarcasterConnection } from './features/farcaster/awaiting-farcaster-connection.js'
export { AwaitingFarcasterSigner } from './features/farcaster/awaiting-farcaster-signer.js'
export { TelegramAuth } from './features/telegram/telegram-auth.js'

/** Dresses the screens of Farcaster and Telegram. */
export const addSocialStyle = () => addStyle(qrStyle)
