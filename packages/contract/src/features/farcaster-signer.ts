import * as z from 'zod/mini'
import {
  ed25519PublicKey,
  farcasterSignerInit,
  farcasterSigner as signer,
} from '../entities/farcaster.js'
import { pageHeads } from '../page-heads.js'
import { route } from '../route.js'

const errors = [
  'invalid_data',
  'missing_or_invalid_mfa',
  'disallowed_login_method',
  'linked_account_not_found',
  'not_supported',
  'too_many_requests',
] as const

/** A key by which an app posts for a user's Farcaster account, once the user has approved it (wire reference §11.7). */
export const farcasterSigners = {
  init: route({
    method: 'POST',
    path: '/farcaster/signer/init',
    auth: 'frame',
    summary:
      'Ask the user’s Farcaster app to approve a key; a key that was asked for is answered as it stands',
    body: farcasterSignerInit,
    response: signer,
    errors: [...errors, 'missing_or_invalid_token'],
  }),
  status: route({
    ...pageHeads.farcasterSigner.status,
    summary: 'Whether the user has approved a key',
    body: z.object({ ed25519_public_key: ed25519PublicKey }),
    response: signer,
    errors,
  }),
}
