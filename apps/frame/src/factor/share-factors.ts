import type { FactorTokens } from './factor-tokens.js'

/** The parts of a `BroadcastChannel` that are used. Only pages of this origin under the same site are on it. */
export interface FactorChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/** A page asks for what its user has proven (`factor` absent), or is told. */
interface FactorMessage {
  accessToken?: unknown
  factor?: unknown
}

/**
 * Tells the other pages of this origin what a user has proven by a second factor: the page of a key export is one of its own,
 * and the factor was proven for it in the hidden frame. A page names the user by an access token.
 */
export function shareFactors(channel: FactorChannel | undefined, factors: FactorTokens): void {
  if (!channel) return
  channel.addEventListener('message', ({ data }) => {
    const { accessToken, factor } = Object(data) as FactorMessage
    if (typeof accessToken !== 'string' || factor !== undefined) return
    const held = readHeld(factors, accessToken)
    if (held !== undefined) channel.postMessage({ accessToken, factor: held })
  })
}

/** Asks the other pages of this origin for the factor of the user of `accessToken`, and keeps what they answer. */
export function askForFactors(
  channel: FactorChannel | undefined,
  factors: FactorTokens,
  accessToken: string,
): void {
  if (!channel) return
  channel.addEventListener('message', ({ data }) => {
    const answer = Object(data) as FactorMessage
    if (answer.accessToken !== accessToken || typeof answer.factor !== 'string') return
    factors.keep(accessToken, answer.factor)
  })
  channel.postMessage({ accessToken })
}

function readHeld(factors: FactorTokens, accessToken: string): string | undefined {
  try {
    return factors.of(accessToken)
  } catch {
    // Not a token of this app.
    return undefined
  }
}
