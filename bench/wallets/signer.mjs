/* The product's signer as `main.ts` starts it, on a socket of the bench. */

import { createLogger } from '../../apps/server/dist/index.js'
import { startSigner } from '../../apps/signer/dist/index.js'
import { systemClock } from '../../packages/keyholder/dist/index.js'
import { answerParent } from '../lib/child.mjs'

const { DATABASE_URL, SIGNER_SOCKET, SIGNER_KEK } = process.env
await startSigner({
  config: {
    socketPath: SIGNER_SOCKET,
    keks: [new Uint8Array(Buffer.from(SIGNER_KEK, 'base64'))],
    databaseUrl: DATABASE_URL,
    databaseAdmins: ['postgres'],
    production: false,
    logLevel: 'info',
    exitWithParent: false,
  },
  clock: systemClock(),
  logger: createLogger('info'),
})
answerParent()
