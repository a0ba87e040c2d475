import * as z from 'zod/mini'
import { recoveryKeyMaterial } from '../entities/recovery.js'
import { chainType } from '../primitives.js'
import { route } from '../route.js'

/** What public clients ask about the recovery of an embedded wallet (wire reference §15). The wallet frame needs none of it. */
export const recoveryMaterial = {
  keyMaterial: route({
    method: 'POST',
    path: '/embedded_wallets/{address}/recovery/key_material',
    auth: 'user',
    summary:
      'How a wallet of the user is recovered: the salt of a passcode, or the name of the file in the cloud storage. `recovery_key` is always null, because the vault gives keys to the wallet frame only',
    params: z.object({ address: z.string() }),
    body: z.object({ chain_type: z.optional(z.nullable(chainType)) }),
    response: recoveryKeyMaterial,
    errors: [
      'missing_or_invalid_mfa',
      'linked_account_not_found',
      // The wire has no type for a passkey.
      'not_supported',
      'too_many_requests',
    ],
  }),
}
