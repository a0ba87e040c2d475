import * as z from 'zod/mini'
import { chainType } from '../primitives.js'
import { displayName, externalId, milliseconds, oneOwner, ownership, resourceId } from './fields.js'
import { wallet } from './wallet.js'

const hpke = z.literal('HPKE')
/** SPKI in base64 or PEM, or the raw point in base64. */
const recipient = z.string().check(z.minLength(1), z.maxLength(1_000))
const base64 = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be base64'))

/** Body that exports a key or phrase, sealed to a key of the caller. */
export const walletExportInput = z.strictObject({
  encryption_type: hpke,
  recipient_public_key: recipient,
  export_seed_phrase: z.optional(z.boolean()),
})
/** The sealed key. */
export const walletExported = z.object({
  encryption_type: hpke,
  ciphertext: z.string(),
  encapsulated_key: z.string(),
})

const address = z.string().check(z.minLength(1), z.maxLength(90))
const source = {
  address,
  chain_type: chainType,
  encryption_type: hpke,
  entropy_type: z.enum(['private-key', 'hd']),
  index: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))),
}

/** Body that begins an import. */
export const walletImportInit = z.strictObject(source).check(
  z.refine(({ entropy_type: type, index }) => (type === 'hd') === (index !== undefined), {
    error: 'index belongs to entropy_type hd, and only to it',
    path: ['index'],
  }),
)
/** The raw point, in base64, to seal the key or phrase to. */
export const walletImportKey = z.object({
  encryption_type: hpke,
  encryption_public_key: z.string(),
})

/** Body that ends an import. */
export const walletImportSubmit = z
  .strictObject({
    wallet: z.strictObject({
      ...source,
      ciphertext: base64(4_096),
      encapsulated_key: base64(400),
      hpke_config: z.optional(
        z.strictObject({
          aad: z.optional(base64(1_024)),
          info: z.optional(base64(1_024)),
          aead_algorithm: z.optional(z.enum(['CHACHA20_POLY1305', 'AES_GCM256'])),
        }),
      ),
    }),
    ...ownership,
    policy_ids: z.optional(z.array(resourceId).check(z.maxLength(1))),
    additional_signers: z.optional(
      z
        .array(
          z.strictObject({
            signer_id: resourceId,
            override_policy_ids: z.optional(z.array(resourceId).check(z.maxLength(1))),
          }),
        )
        .check(z.maxLength(10)),
    ),
    display_name: z.optional(displayName),
    external_id: z.optional(externalId),
  })
  .check(oneOwner())

/** Body that exchanges a user's token for a key that signs for the user. */
export const userKeyInput = z.strictObject({
  user_jwt: z.string().check(z.minLength(1), z.maxLength(8_192)),
  encryption_type: hpke,
  recipient_public_key: recipient,
  bindings: z.optional(
    z
      .array(z.strictObject({ type: z.literal('intent'), intentId: resourceId }))
      .check(z.maxLength(10)),
  ),
})

/** The sealed key, with the wallets that it signs for. */
export const userKey = z.object({
  encrypted_authorization_key: walletExported,
  expires_at: milliseconds,
  wallets: z.array(wallet),
  bindings: z.optional(z.array(z.object({ type: z.literal('intent'), intentId: z.string() }))),
})
