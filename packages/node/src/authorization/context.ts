import { importSigningKey, signBytes } from './keys.js'
import { bytesToSign, type RequestToSign } from './request.js'

/** Who signs a request, beside the app's secret. Each member of the owner's quorum counts once. */
export interface AuthorizationContext {
  /** P-256 private keys: PKCS #8 in base64. */
  authorization_private_keys?: readonly string[] | undefined
  /** Access tokens of users, each exchanged for a key that signs for the user (the app's setting `user_keys`). */
  user_jwts?: readonly string[] | undefined
  /** Signatures made elsewhere, in base64. */
  signatures?: readonly string[] | undefined
  /** What signs elsewhere, such as a key management service: ECDSA P-256 with SHA-256, DER in base64. */
  sign_fns?: readonly ((bytes: Uint8Array) => Promise<string>)[] | undefined
}

/** Exchanges a user's access token for the key that signs for the user. */
export type ExchangeUserToken = (token: string) => Promise<CryptoKey>

/** The signatures of a request, in the order in which the context names who signs. */
export async function signaturesOf(
  request: RequestToSign,
  context: AuthorizationContext,
  exchange: ExchangeUserToken,
): Promise<string[]> {
  const bytes = bytesToSign(request)
  const { authorization_private_keys: keys = [], user_jwts: tokens = [] } = context
  const signed = await Promise.all([
    ...keys.map(async (key) => signBytes(bytes, await importSigningKey(key))),
    ...tokens.map(async (token) => signBytes(bytes, await exchange(token))),
    ...(context.sign_fns ?? []).map((sign) => sign(bytes)),
  ])
  return [...(context.signatures ?? []), ...signed]
}
