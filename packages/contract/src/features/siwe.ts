import * as z from 'zod/mini'
import { smartWalletType } from '../entities/linked-account.js'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { ethereumAddressShape } from '../primitives/ethereum-address.js'
import { hexBytes } from '../primitives/hex.js'
import { walletLogin, walletMessage, walletNonce } from '../primitives/wallet-login.js'
import { authenticateMode, shortText, transferNonce } from '../primitives.js'
import { route } from '../route.js'

/** A signature of a contract wallet that is not deployed yet carries what deploys it (EIP-6492). */
const maxSignatureBytes = 16_384

const proof = {
  message: walletMessage,
  signature: hexBytes('Invalid signature', maxSignatureBytes),
  ...walletLogin,
}

/** Login and linking with an Ethereum wallet (wire reference §11.3, 13): the wallet signs a message of EIP-4361. */
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
    opensSession: true,
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
  link: route({
    ...pageHeads.siwe.link,
    summary: 'Link an Ethereum wallet to the signed-in user',
    body: z.object(proof),
    response: user,
    errors: ['invalid_credentials', 'not_supported', ...linkErrors],
  }),
  linkSmartWallet: route({
    ...pageHeads.siwe.linkSmartWallet,
    summary: 'Link a smart wallet to the signed-in user',
    body: z.object({
      message: walletMessage,
      signature: proof.signature,
      smart_wallet_type: smartWalletType,
      smart_wallet_version: z.optional(z.nullable(shortText(64, 'Invalid version'))),
    }),
    response: user,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'not_supported',
      'missing_or_invalid_wallet_grant',
      'login_too_old',
      'feature_not_enabled',
      'linked_to_another_user',
      'cannot_link_more_of_type',
      'too_many_requests',
    ],
  }),
  unlink: route({
    ...pageHeads.siwe.unlink,
    summary: 'Unlink an Ethereum wallet from the signed-in user',
    body: z.object({ address: ethereumAddressShape }),
    response: user,
    errors: unlinkErrors,
  }),
  transfer: route({
    ...pageHeads.siwe.transfer,
    summary: 'Move an Ethereum wallet to the signed-in user and delete the user it belonged to',
    body: z.object({ nonce: transferNonce, address: ethereumAddressShape, ...walletLogin }),
    response: user,
    errors: transferErrors,
  }),
}
