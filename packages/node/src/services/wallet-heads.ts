import type {
  serverWallets,
  transactions,
  walletActions,
  walletSettings,
} from '@sallyport/contract/wallet-api'
import type { Heads } from '../http/heads.js'

/** Calls on server wallets. */
export const walletHeads: Heads<typeof serverWallets> = {
  create: { method: 'POST', path: '/wallets', repeats: 'keyed' },
  createBatch: { method: 'POST', path: '/wallets/batch', repeats: 'refused' },
  createForUser: { method: 'POST', path: '/users/{user_id}/wallets', repeats: 'refused' },
  list: { method: 'GET', path: '/wallets', repeats: 'safe' },
  find: { method: 'GET', path: '/wallets/{wallet_id}', repeats: 'safe' },
  findByAddress: { method: 'POST', path: '/wallets/address', repeats: 'safe' },
  update: { method: 'PATCH', path: '/wallets/{wallet_id}', repeats: 'refused' },
  archive: { method: 'POST', path: '/wallets/{wallet_id}/archive', repeats: 'refused' },
  assignEntity: { method: 'POST', path: '/wallets/{wallet_id}/entity', repeats: 'safe' },
  beginImport: { method: 'POST', path: '/wallets/import/init', repeats: 'safe' },
  submitImport: { method: 'POST', path: '/wallets/import/submit', repeats: 'refused' },
  authenticate: { method: 'POST', path: '/wallets/authenticate', repeats: 'safe' },
  authenticateOlder: { method: 'POST', path: '/user_signers/authenticate', repeats: 'safe' },
  exportKey: { method: 'POST', path: '/wallets/{wallet_id}/export', repeats: 'refused' },
}

/** What wallets sign and send. */
export const actionHeads: Heads<typeof walletActions> = {
  rpc: { method: 'POST', path: '/wallets/{wallet_id}/rpc', repeats: 'keyed' },
  rawSign: { method: 'POST', path: '/wallets/{wallet_id}/raw_sign', repeats: 'keyed' },
  transfer: { method: 'POST', path: '/wallets/{wallet_id}/transfer', repeats: 'keyed' },
  cancel: {
    method: 'POST',
    path: '/wallets/{wallet_id}/transactions/{transaction_id}/cancel',
    repeats: 'refused',
  },
  findAction: {
    method: 'GET',
    path: '/wallets/{wallet_id}/actions/{action_id}',
    repeats: 'safe',
  },
  balance: { method: 'GET', path: '/wallets/{wallet_id}/balance', repeats: 'safe' },
  transactions: { method: 'GET', path: '/wallets/{wallet_id}/transactions', repeats: 'safe' },
}

/** What wallets have sent. */
export const transactionHeads: Heads<typeof transactions> = {
  find: { method: 'GET', path: '/transactions/{transaction_id}', repeats: 'safe' },
}

/** What holds for every wallet of the app. */
export const settingsHeads: Heads<typeof walletSettings> = {
  find: { method: 'GET', path: '/apps/{app_id}/wallet_settings', repeats: 'safe' },
  update: { method: 'PATCH', path: '/apps/{app_id}/wallet_settings', repeats: 'refused' },
}
