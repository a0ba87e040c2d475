import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { solanaAddress } from '../primitives/solana-address.js'
import { walletLogin, walletMessage, walletNonce } from '../primitives/wallet-login.js'
import { authenticateMode, transferNonce } from '../primitives.js'
import { route } from '../route.js'

/**
 * What a Solana wallet signed: the message itself, a transaction whose only instruction is a memo with the message (for
 * hardware wallets that sign nothing but transactions), or the message in the envelope of off-chain messages.
 */
export const solanaMessageTypes = ['plain', 'transaction', 'offchain-message'] as const
export type SolanaMessageType = (typeof solanaMessageTypes)[number]

/** Longest signature as base64: a whole transaction has at most 1232 bytes. */
const maxSignatureLength = 1644

const { walletClientType, connectorType } = walletLogin
const proof = {
  message: walletMessage,
  signature: z
    .string('Invalid signature')
    .check(
      z.maxLength(maxSignatureLength, { error: 'Invalid signature', abort: true }),
      z.regex(
        /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
        'Invalid signature',
      ),
    ),
  walletClientType,
  connectorType,
  message_type: z.optional(
    z.nullable(
      z.enum(solanaMessageTypes, 'message_type must be plain, transaction or offchain-message'),
    ),
  ),
}

/** Login and linking with a Solana wallet (wire reference §11.4, 13). */
export const siws = {
  init: route({
    ...pageHeads.siws.init,
    summary: 'Get a nonce for a message that a Solana wallet signs',
    body: z.object({ address: solanaAddress, token: z.optional(z.nullable(z.string())) }),
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
    ...pageHeads.siws.authenticate,
    summary: 'Exchange a message signed by a Solana wallet for a session',
    body: z.object({ ...proof, mode: z.optional(authenticateMode) }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  link: route({
    ...pageHeads.siws.link,
    summary: 'Link a Solana wallet to the signed-in user',
    body: z.object(proof),
    response: user,
    errors: ['invalid_credentials', ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.siws.unlink,
    summary: 'Unlink a Solana wallet from the signed-in user',
    body: z.object({ address: solanaAddress }),
    response: user,
    errors: unlinkErrors,
  }),
  transfer: route({
    ...pageHeads.siws.transfer,
    summary: 'Move a Solana wallet to the signed-in user and delete the user it belonged to',
    body: z.object({
      nonce: transferNonce,
      address: solanaAddress,
      walletClientType,
      connectorType,
    }),
    response: user,
    errors: transferErrors,
  }),
}
