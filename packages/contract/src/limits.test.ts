import { expect, test } from 'vitest'
import * as limits from './limits.js'

test('the limits are those of specification §9, and ours of login messages and signers', () => {
  expect({ ...limits }).toEqual({
    loginMessageMaxLength: 4096,
    passkeyNameLength: 64,
    loginNonceLifeMs: 600_000,
    verificationCodeLength: 6,
    guestCredentialLength: 43,
    codeVerifierMinLength: 43,
    codeVerifierMaxLength: 128,
    paginationMaxLimit: 100,
    analyticsTextMaxLength: 255,
    emailMaxLength: 254,
    signerDeadlineSeconds: 3600,
    signerDeadlineMaxSeconds: 86_400,
    ed25519PublicKeyLength: 66,
    phoneDefaultCountry: 'US',
    phoneNationalMinDigits: 2,
    phoneNationalMaxDigits: 17,
    phoneTextMaxLength: 250,
    onRampAddressCount: 1,
    smartWalletMinNetworks: 1,
    walletChainIdMaxLength: 41,
    walletClientMaxLength: 64,
    solanaRpcUrls: {
      'mainnet-beta': 'https://api.mainnet-beta.solana.com',
      testnet: 'https://api.testnet.solana.com',
      devnet: 'https://api.devnet.solana.com',
    },
    attempts: { delayMs: 150, count: 270 },
    receiptWait: { confirmations: 1, retries: 6, timeoutMs: 180_000 },
    requestRetry: {
      safe: 1,
      mutating: 0,
      statuses: [408, 409, 425, 429, 500, 502, 503, 504],
    },
  })
})
