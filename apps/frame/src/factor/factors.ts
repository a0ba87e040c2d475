import type { CallRoute } from '../api/call-route.js'
import type { FactorTokens } from './factor-tokens.js'
import type { FactorProof } from './verify-factor.js'

/** The second factors of the users of one app, as handlers see them. */
export interface Factors extends FactorTokens {
  /** Proves a factor at the server and remembers it. @throws FrameError `missing_or_invalid_mfa` for a wrong one. */
  verify(accessToken: string, proof: FactorProof): Promise<void>
  call: CallRoute
}

/** The factors of one app. What proves them is loaded with the first proof. */
export function createFactors(call: CallRoute, tokens: FactorTokens): Factors {
  return {
    ...tokens,
    call,
    async verify(accessToken, proof) {
      const { verifyFactor } = await import('./verify-factor.js')
      tokens.keep(accessToken, await verifyFactor(call, { accessToken, proof }))
    },
  }
}
