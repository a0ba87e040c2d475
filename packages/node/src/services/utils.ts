import {
  type AuthorizationContext,
  type ExchangeUserToken,
  signaturesOf,
} from '../authorization/context.js'
import { generateKeyPair, type KeyPair } from '../authorization/keys.js'
import { bytesToSign, type RequestToSign } from '../authorization/request.js'
import type { TokenVerifier } from '../tokens/verify.js'

/** Parts of the client for programs that make calls by themselves. */
export interface UtilsService {
  auth(): TokenVerifier
  requestSigner(): {
    /** The signatures of a request, for the header `privy-authorization-signature`, joined by commas. */
    generateAuthorizationSignatures(
      request: RequestToSign,
      context: AuthorizationContext,
    ): Promise<string[]>
  }
  requestFormatter(): {
    /** The bytes that signatures of a request are over. */
    formatRequestForAuthorizationSignature(request: RequestToSign): Uint8Array
  }
  /** A new authorization key. */
  generateKeyPair(): Promise<KeyPair>
}

/** The service over a verifier. */
export function createUtils({
  verifier,
  exchange,
}: {
  verifier: TokenVerifier
  exchange: ExchangeUserToken
}): UtilsService {
  return {
    auth: () => verifier,
    requestSigner: () => ({
      generateAuthorizationSignatures: (request, context) =>
        signaturesOf(request, context, exchange),
    }),
    requestFormatter: () => ({ formatRequestForAuthorizationSignature: bytesToSign }),
    generateKeyPair,
  }
}
