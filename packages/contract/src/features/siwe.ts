import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { ethereumAddressShape } from '../primitives/ethereum-address.js'
import { hexBytes } from '../primitives/hex.js'
import { walletLogin, walletMessage, walletNonce } from '../primitives/wallet-login.js'
import { authenticateMode } from '../primitives.js'
import { route } from '../route.js'

/** A signature of a contract wallet that is not deployed yet carries what deploys it (EIP-6492). */
const maxSignatureBytes = 16_384

const proof = {
  message: walletMessage,
  signature: hexBytes('Invalid signature', maxSignatureBytes),
  ...walletLogin,
}

/** Login with an Ethereum wallet (wire reference §11.3): the wallet signs a message of EIP-4361. */
export const siwe = {
  init: route({
    ...pageHeads.siwe.init,
    summary: 'Get a nonce for a message that an Ethereum wallet signs',
    body: z.object({
      // Later clients ask for a nonce before they know the wallet.
      address: z.optional(z.nullable(ethereumAddressShape)),
      token: z.optional(z.nullable(z.string())),
    }),
    response: walletNonce,
    errors: [
      'invalid_data',
      'invalid_captcha',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  authenticate: route({
    ...pageHeads.siwe.authenticate,
    summary: 'Exchange a message signed by an Ethereum wallet for a session',
    body: z.object({ ...proof, mode: z.optional(authenticateMode) }),
    response: session,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'not_supported',
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
}
