/* Loaded by the first operation that is signed and not sent. */
import './library.js'

export { signOperationOnly } from '@sallyport/smart-wallets'
