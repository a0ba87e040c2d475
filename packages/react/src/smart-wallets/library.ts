/* What the page uses of the library: loaded as a whole, it would bring what only servers use. */
export {
  createSmartWallets,
  prepareOperation,
  readBalance,
  readSettings,
  sendOperation,
  waitForOperation,
} from '@sallyport/smart-wallets'
