import { signMessage } from '@sallyport/crypto/chains/solana'
import * as z from 'zod/mini'
import { base64ToBytes, bytesToBase64 } from '../base64.js'
import { invalidArguments } from '../frame-error.js'
import { refuseCustodyText } from './refuse-custody-text.js'
import type { Methods } from './signer.js'

const signMessageParams = z.strictObject({
  message: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
})

/** What the frame signs for Solana; also transactions, whose message bytes the page sends (wire reference §20.4). */
export const solanaMethods: Methods = {
  signMessage(params) {
    const parsed = signMessageParams.safeParse(params)
    if (!parsed.success) throw invalidArguments()
    const message = decode(parsed.data.message)
    refuseCustodyText(message)
    return ({ privateKey }) => ({ signature: bytesToBase64(signMessage(privateKey, message)) })
  },
}

/** Only the one spelling of the bytes: `atob` alone would also take text cut short. */
function decode(message: string): Uint8Array {
  try {
    const bytes = base64ToBytes(message)
    if (bytesToBase64(bytes) === message) return bytes
  } catch {
    // Refused below, like any other wrong text.
  }
  throw invalidArguments()
}
