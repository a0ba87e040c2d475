/* Loaded with the first proof of a second factor. */
import { mfa, passkeyAssertion } from '@sallyport/contract'
import { asFrameError } from '../api/as-frame-error.js'
import { CallFailure, type CallRoute } from '../api/call-route.js'
import { factorMissing, invalidArguments } from '../frame-error.js'

/** A second factor as a request carries it (wire reference §20.4). */
export interface FactorProof {
  mfaMethod: string
  /** A code, or the assertion of a passkey. */
  mfaCode: unknown
  /** Origin of the page that used the passkey. */
  relyingParty?: string | null | undefined
}

type Verify = (
  call: CallRoute,
  accessToken: string,
  proof: FactorProof,
) => Promise<{ token: string }>

const withCode =
  (route: typeof mfa.smsVerify | typeof mfa.totpVerify | typeof mfa.recoveryCodesVerify): Verify =>
  (call, accessToken, { mfaCode }) => {
    if (typeof mfaCode !== 'string') throw invalidArguments()
    return call(route, { body: { code: mfaCode } }, accessToken)
  }

/** How a factor is proven, by its name in requests; `recovery_code` is ours. */
const verifiers: Readonly<Record<string, Verify>> = {
  sms: withCode(mfa.smsVerify),
  totp: withCode(mfa.totpVerify),
  recovery_code: withCode(mfa.recoveryCodesVerify),
  passkey(call, accessToken, { mfaCode, relyingParty }) {
    const assertion = passkeyAssertion.safeParse(mfaCode)
    if (!assertion.success) throw invalidArguments()
    const body = {
      authenticator_response: assertion.data,
      ...(relyingParty ? { relying_party: relyingParty } : {}),
    }
    return call(mfa.passkeysVerify, { body }, accessToken)
  },
}

/**
 * Proves a second factor at the server; gives the token that opens the user's wallet for a while.
 *
 * @throws FrameError `missing_or_invalid_mfa` for a wrong or used one, `invalid_request_arguments` for one of no known kind.
 */
export async function verifyFactor(
  call: CallRoute,
  { accessToken, proof }: { accessToken: string; proof: FactorProof },
): Promise<string> {
  const verify = Object.hasOwn(verifiers, proof.mfaMethod) ? verifiers[proof.mfaMethod] : undefined
  if (verify === undefined) throw invalidArguments('Unknown kind of factor')
  try {
    return (await verify(call, accessToken, proof)).token
  } catch (error) {
    throw isRefused(error) ? factorMissing() : asFrameError(error)
  }
}

/** A code that was used, expired or is not even of the right form is as wrong as any other. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    (error.code === 'invalid_credentials' || error.code === 'invalid_data')
  )
}
