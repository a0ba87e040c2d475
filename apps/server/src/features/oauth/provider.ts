import type { AccountTypeOf, LinkedAccount, LoginProvider } from '@sallyport/contract'

/** The wire fields of a provider's linked account. */
export type ProfileOf<P extends LoginProvider> = Omit<
  Extract<LinkedAccount, { type: AccountTypeOf<P> }>,
  'type' | 'verified_at' | 'first_verified_at' | 'latest_verified_at'
>

/** Tokens of a provider, read from its answer. */
export interface ProviderTokens {
  accessToken: string
  expiresIn: number | undefined
  refreshToken: string | undefined
  refreshExpiresIn: number | undefined
  scopes: readonly string[] | undefined
  idToken: string | undefined
}

/** What a provider's file may use to find out who logged in. */
interface ProviderVisit {
  /** Claims of the verified ID token; empty for providers without. */
  claims: Readonly<Record<string, unknown>>
  clientId: string
  /** Reads a URL of the provider as the user; `headers` come beside the access token. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<unknown>
  /**
   * Like `get`, for what a login does without: undefined when the provider refuses the call, does not answer soon, or answers
   * in another form, as where a client lacks a permission or the provider signs its answers.
   */
  getExtra(url: string, headers?: Readonly<Record<string, string>>): Promise<unknown>
}

/** How one provider differs from OAuth 2.0 as everyone else speaks it: what its own documentation says. */
export interface Provider<P extends LoginProvider = LoginProvider> {
  authorizeUrl: string
  tokenUrl: string
  scopes: readonly string[]
  scopeSeparator?: ','
  /** Whether it takes PKCE from clients with a secret. */
  pkce: boolean
  /** How we prove who we are at the token endpoint; `assertion` is Apple's signed JWT in place of a secret. */
  authentication: 'body' | 'basic' | 'assertion'
  /** The name of the client id in requests; default `client_id`. */
  clientIdName?: 'client_id' | 'client_key'
  /** Further parameters of the login page. */
  parameters?: Readonly<Record<string, string>>
  /** Whether its SDKs for native apps give ID tokens to apps (`code_type: raw`). */
  hasNativeTokens?: true
  /** Where an ID token must come from, for providers that give one. */
  idToken?: {
    issuers: readonly [string, ...string[]]
    /** Whether it repeats our nonce. */
    hasNonce: boolean
  } & (
    | { keysUrl: string; isSignedBySecret?: undefined }
    /** HS256 with the client's secret; it publishes no key for that. */
    | { isSignedBySecret: true; keysUrl?: undefined }
  )
  /** Whether the claims say that the user owns the email address; without it none counts as verified. */
  hasVerifiedEmail?(claims: Readonly<Record<string, unknown>>): boolean
  /** The part of the token answer that has the tokens; default: the answer itself. */
  tokensIn?(answer: Readonly<Record<string, unknown>>): unknown
  /** Who logged in. @throws ApiError `invalid_credentials` when the answer names no subject. */
  profile(visit: ProviderVisit): Promise<ProfileOf<P>>
}
