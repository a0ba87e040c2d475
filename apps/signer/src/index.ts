export type { SignerConfig } from './config.js'
export { type Signer, startSigner } from './start-signer.js'
