/* Loaded by the first operation that is signed and not sent. */
export { signOperationOnly } from '@sallyport/smart-wallets'
