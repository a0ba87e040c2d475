import { createHash } from 'node:crypto'
import {
  type CrossAppProvider,
  isCrossAppProvider,
  isCustomProvider,
  type LoginProvider,
} from '@sallyport/contract'
import type { FlowRow } from '../../db/oauth-flows.js'
import type { Deps } from '../../deps.js'
import type { LoginMethod, ProvenAccount } from '../../identity/proven-account.js'
import type { ProviderTokens } from './provider.js'

/** Time for the way to the provider and back. */
export const flowLifeMs = 10 * 60_000
/** Life of the one-time code that the client gets. */
export const codeLifeMs = 60_000

/** What only the server knows of a flow. */
interface FlowSecrets {
  clientState: string
  redirectTo: string
  /** Of our PKCE with the provider. */
  verifier: string
  nonce: string
}

/** An account that was proven at a provider. */
export interface ProviderAccount {
  key: string
  data: ProvenAccount['data']
  /** The address in `data`, if the provider has verified it. */
  verifiedEmail?: string | undefined
}

/** What became of a visit at the provider. */
export type Outcome =
  | { account: ProviderAccount; tokens: ProviderTokens | undefined }
  | {
      refusal: {
        code: 'invalid_credentials' | 'oauth_account_suspended' | 'not_supported' | 'internal_error'
        message: string
        status: number
      }
    }

type Encryption = Pick<Deps, 'keyEncryption'>
type FlowKey = Pick<FlowRow, 'app_id' | 'state_hash'>

/** SHA-256 of a random text, as it is stored and looked up. */
export function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The S256 challenge of a PKCE verifier (RFC 7636, 4.2). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/** Encrypts a part of a flow for its row. */
export function sealPart(
  { keyEncryption }: Encryption,
  flow: FlowKey,
  part: { secrets: FlowSecrets } | { outcome: Outcome },
): Buffer {
  const [[name, value] = []] = Object.entries(part)
  const text = Buffer.from(JSON.stringify(value))
  return Buffer.from(keyEncryption.seal(text, contextOf(flow, String(name))))
}

/** What only the server knows of a flow. */
export function openSecrets({ keyEncryption }: Encryption, flow: FlowRow): FlowSecrets {
  const text = keyEncryption.open(flow.secrets, contextOf(flow, 'secrets'))
  // `sealPart` wrote it.
  return JSON.parse(Buffer.from(text).toString('utf8')) as FlowSecrets
}

/** What became of the visit at the provider; undefined once it was used. */
export function openOutcome({ keyEncryption }: Encryption, flow: FlowRow): Outcome | undefined {
  if (flow.outcome === null) return undefined
  const text = keyEncryption.open(flow.outcome, contextOf(flow, 'outcome'))
  // `sealPart` wrote it.
  return JSON.parse(Buffer.from(text).toString('utf8')) as Outcome
}

function contextOf({ app_id, state_hash }: FlowKey, name: string): string {
  return `oauth_flow/${app_id}/${state_hash.toString('hex')}/${name}`
}

/** The login method of a provider. */
export function methodOf(provider: LoginProvider | CrossAppProvider): LoginMethod {
  if (isCrossAppProvider(provider)) return 'cross_app'
  return isCustomProvider(provider) ? provider : `${provider}_oauth`
}
