/* What the page uses of the library: loaded as a whole, it would bring what only servers use. */
export {
  createSmartWallets,
  prepareOperation,
  readBalance,
  readOperation,
  readSettings,
  sendOperation,
  waitForOperation,
} from '@sallyport/smart-wallets'
