export { AwaitingFarcasterConnection } from './features/farcaster/awaiting-farcaster-connection.js'
export { TelegramAuth } from './features/telegram/telegram-auth.js'
