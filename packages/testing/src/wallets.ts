import { randomBytes } from 'node:crypto'
import {
  addressFromPrivateKey,
  signMessage as signEthereum,
} from '@sallyport/crypto/chains/ethereum'
import {
  signMessage as signSolana,
  addressFromPrivateKey as solanaAddress,
} from '@sallyport/crypto/chains/solana'
import { testOrigin } from './call.js'

/** A wallet outside the kit, with a random key. */
export interface TestWallet {
  address: string
  /** The signature as its chain's login takes it: hex, or base64 for Solana. */
  sign(message: string | Uint8Array): string
}

/** Creates an Ethereum wallet. */
export function createEthereumWallet(privateKey: Uint8Array = randomBytes(32)): TestWallet {
  const address = addressFromPrivateKey(privateKey)
  return { address, sign: (message) => signEthereum(privateKey, message) }
}

/** Creates a Solana wallet. */
export function createSolanaWallet(privateKey: Uint8Array = randomBytes(32)): TestWallet {
  return {
    address: solanaAddress(privateKey),
    sign: (message) =>
      Buffer.from(signSolana(privateKey, Uint8Array.from(Buffer.from(message)))).toString('base64'),
  }
}

/** The fields of a login message; a text that is null leaves its line out. */
export interface LoginMessageFields {
  chain: 'Ethereum' | 'Solana'
  domain: string
  address: string
  statement: string | null
  uri: string | null
  version: string | null
  chainId: string | null
  nonce: string | null
  issuedAt: string | null
  expirationTime: string | null
  notBefore: string | null
  requestId: string | null
  resources: readonly string[]
}

/** Writes a login message as the public clients do (wire reference §17.2–17.3), for a page of `testOrigin`. */
export function writeLoginMessage(
  given: Partial<LoginMessageFields> & Pick<LoginMessageFields, 'chain' | 'address'>,
): string {
  const fields: LoginMessageFields = {
    domain: new URL(testOrigin).host,
    statement: 'Log in to Acme.',
    uri: testOrigin,
    version: '1',
    chainId: given.chain === 'Ethereum' ? '1' : 'mainnet',
    nonce: null,
    issuedAt: '2026-01-15T12:00:00.000Z',
    expirationTime: null,
    notBefore: null,
    requestId: null,
    resources: ['https://privy.io'],
    ...given,
  }
  const line = (name: string, value: string | null) => (value === null ? [] : [`${name}: ${value}`])
  return [
    `${fields.domain} wants you to sign in with your ${fields.chain} account:`,
    fields.address,
    '',
    ...(fields.statement === null ? [] : [fields.statement, '']),
    ...line('URI', fields.uri),
    ...line('Version', fields.version),
    ...line('Chain ID', fields.chainId),
    ...line('Nonce', fields.nonce),
    ...line('Issued At', fields.issuedAt),
    ...line('Expiration Time', fields.expirationTime),
    ...line('Not Before', fields.notBefore),
    ...line('Request ID', fields.requestId),
    ...(fields.resources.length === 0 ? [] : ['Resources:']),
    ...fields.resources.map((each) => `- ${each}`),
  ].join('\n')
}
