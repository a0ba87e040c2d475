import { loginNonceLifeMs } from '@sallyport/contract'
import type { Account, WalletAccount } from './types.js'
import { isSameAddress } from './wallet/accounts.js'

/** The parts of a login message. */
interface LoginMessage {
  chain: 'Ethereum' | 'Solana'
  /** Host and port of the page. */
  domain: string
  /** Origin of the page. */
  uri: string
  address: string
  /** One line. */
  statement: string
  chainId: string
  nonce: string
  /** End of the nonce, ISO 8601. */
  expires_at: string
}

/** The page that a login message is for. @throws Error outside a page. */
export function pageFields(): Pick<LoginMessage, 'domain' | 'uri'> {
  const { host, origin } = globalThis.location
  return { domain: host, uri: origin }
}

/** A login message by EIP-4361, or its form for Solana (wire reference §17.2–17.3). */
export function writeLoginMessage(fields: LoginMessage): string {
  const { chain, domain, uri, address, statement, chainId, nonce, expires_at } = fields
  // By the server's clock: a device whose clock is wrong can log in all the same.
  const issuedAt = new Date(Date.parse(expires_at) - loginNonceLifeMs).toISOString()
  return [
    `${domain} wants you to sign in with your ${chain} account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
  ].join('\n')
}

/** The field of a captcha's token, which only apps with captcha need. */
export function captchaField(captchaToken: string | undefined): { token?: string } {
  return captchaToken === undefined ? {} : { token: captchaToken }
}

/** What a login does with an account that is not known. */
export function modeOf(disableSignup = false): 'no-signup' | 'login-or-sign-up' {
  return disableSignup ? 'no-signup' : 'login-or-sign-up'
}

/** Tells the account of the wallet that signed `message`. */
export function isWalletOf(chainType: WalletAccount['chainType'], message: string) {
  const address = message.split('\n')[1] ?? ''
  return (account: Account) =>
    account.type === 'wallet' &&
    account.chainType === chainType &&
    isSameAddress(String(account.address), address)
}
