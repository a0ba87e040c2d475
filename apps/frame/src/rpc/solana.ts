import { signMessage } from '@sallyport/crypto/chains/solana'
import * as z from 'zod/mini'
import { base64ToBytes, bytesToBase64 } from '../base64.js'
import { invalidArguments } from '../frame-error.js'
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
    return ({ privateKey }) => ({ signature: bytesToBase64(signMessage(privateKey, message)) })
  },
}

function decode(message: string): Uint8Array {
  try {
    return base64ToBytes(message)
  } catch {
    throw invalidArguments()
  }
}
