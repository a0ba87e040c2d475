import * as z from 'zod/mini'
import { loginMessageMaxLength, walletChainIdMaxLength, walletClientMaxLength } from '../limits.js'
import { shortText } from '../primitives.js'

const optionalText = (max: number, message: string) =>
  z.optional(z.nullable(shortText(max, message)))

/** What a login by wallet says about the wallet, beside message and signature (specification §5). */
export const walletLogin = {
  chainId: optionalText(walletChainIdMaxLength, 'chainId must have at most 41 characters'),
  walletClientType: optionalText(
    walletClientMaxLength,
    'walletClientType must have at most 64 characters',
  ),
  connectorType: optionalText(
    walletClientMaxLength,
    'connectorType must have at most 64 characters',
  ),
} as const

/** The text that a wallet signed (wire reference §17.2–17.3). Its fields are read by the server. */
export const walletMessage = shortText(loginMessageMaxLength, 'Invalid message')

/** Answer of the init calls: the nonce to put into the message. `address` is missing when the call named none. */
export const walletNonce = z.object({
  nonce: z.string(),
  address: z.optional(z.string()),
  /** ISO 8601. */
  expires_at: z.string(),
})
