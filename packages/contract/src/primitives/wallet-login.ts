import * as z from 'zod/mini'
import { walletChainIdMaxLength, walletClientMaxLength } from '../limits.js'
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
