/* What uses viem, as one chunk: of its own, each part would weigh on the page that loads none. */
export { answerCalls, answerEmbedded } from '../calls/embedded-calls.js'
export {
  createRun,
  prepareTransaction,
  readEthereumTransaction,
  signAuthorization,
} from './ethereum-transaction.js'
