/*
 * Business constants and limits (specification §9), and the lengths of §5. Lengths count UTF-16 units unless they say
 * otherwise. Plain literals, so that a bundler keeps only those that are used. A constant is added with the code that reads it.
 */

/** Characters of a one-time code. */
export const verificationCodeLength = 6
/** Characters of a guest credential: 32 bytes as base64url. */
export const guestCredentialLength = 43
/** Shortest OAuth code verifier (RFC 7636 §4.1). */
export const codeVerifierMinLength = 43
/** Longest OAuth code verifier (RFC 7636 §4.1). */
export const codeVerifierMaxLength = 128
/** Most records one page of a list holds. */
export const paginationMaxLimit = 100
/** Longest analytics event name and client id. */
export const analyticsTextMaxLength = 255
/** Longest email address (RFC 5321 §4.5.3.1.3 less the angle brackets; not in the specification). */
export const emailMaxLength = 254

/** Seconds until a Farcaster signer request lapses when it names no deadline. */
export const signerDeadlineSeconds = 3600
/** Longest time that a Farcaster signer can be asked for, in seconds. */
export const signerDeadlineMaxSeconds = 86_400
/** Characters of an Ed25519 public key written as `0x` and hex. */
export const ed25519PublicKeyLength = 66

/** Country whose numbers need no country code. */
export const phoneDefaultCountry = 'US'
/** Fewest digits of a phone number without its country code. */
export const phoneNationalMinDigits = 2
/** Most digits of a phone number without its country code. */
export const phoneNationalMaxDigits = 17
/** Longest text that is read as a phone number. */
export const phoneTextMaxLength = 250

/** Addresses an on-ramp session names: exactly this many. */
export const onRampAddressCount = 1
/** Fewest networks of an enabled smart wallet configuration. */
export const smartWalletMinNetworks = 1
/** Longest `chainId` of a wallet login: 8 + colon + 32, the longest CAIP-2 id. */
export const walletChainIdMaxLength = 41
/** Longest `walletClientType` and `connectorType` of a wallet login. */
export const walletClientMaxLength = 64
/** Longest message of a wallet login, with room for resources that the app adds (not in the specification). */
export const loginMessageMaxLength = 4096
/** Life of the nonce in such a message, in milliseconds. */
export const loginNonceLifeMs = 600_000

/** Longest name that a user gives a passkey (not in the specification). */
export const passkeyNameLength = 64

/** Public RPC of each Solana cluster. */
export const solanaRpcUrls = {
  'mainnet-beta': 'https://api.mainnet-beta.solana.com',
  testnet: 'https://api.testnet.solana.com',
  devnet: 'https://api.devnet.solana.com',
} as const
/** Asking the wallet frame whether it is ready: pause between questions and how many there are. */
export const attempts = { delayMs: 150, count: 270 } as const
/** Waiting for a transaction's receipt. */
export const receiptWait = { confirmations: 1, retries: 6, timeoutMs: 180_000 } as const

export * from './request-retry.js'
