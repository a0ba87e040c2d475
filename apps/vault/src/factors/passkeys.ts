import { CallRefused } from '@sallyport/keyholder'
import type { VaultInput } from '@sallyport/protocols/vault'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { tryChallenge, useChallenge } from './challenges.js'
import type { FactorDeps, FactorUser } from './factor-deps.js'
import { advanceCounter, readFactor } from './factor-store.js'

/** What a passkey is checked against. */
export interface PasskeyContent {
  /** COSE key, base64url. */
  publicKey: string
  rpId: string
  userHandle: string
  transports: string[]
}
/** What a passkey is asked to sign, and the page that may ask it. */
export interface PasskeyChallenge {
  challenge: string
  origin: string
}
type Proof = Extract<VaultInput<'verifyFactor'>['proof'], { method: 'passkey' }>
type Assertion = Proof['assertion']

/**
 * Verifies a signature by a passkey that is a factor of the user, user verification included (PKY-07).
 *
 * @throws CallRefused `wrong_signature`; `wrong_code` for a passkey that is not a factor (MFA-14) or a signature used before.
 */
export async function verifyPasskey(
  user: FactorUser,
  assertion: Assertion,
  deps: FactorDeps,
): Promise<void> {
  const factor = { method: 'passkey', factorId: assertion.credentialId } as const
  const stored = await readFactor<PasskeyContent>(user, factor, deps)
  if (!stored) throw new CallRefused('wrong_code')
  const challenge = await tryChallenge<PasskeyChallenge>(user, 'passkey-verify', deps)
  if (!challenge) throw new CallRefused('wrong_signature')
  const counter = await verifySignature(assertion, { stored, challenge })
  if (!(await useChallenge(user, 'passkey-verify', deps))) throw new CallRefused('wrong_code')
  if (!(await advanceCounter(user, { ...factor, counter }, deps.db))) {
    throw new CallRefused('wrong_code', new Error('The signature counter did not grow'))
  }
}

/** @returns the signature counter. @throws CallRefused `wrong_signature` */
async function verifySignature(
  assertion: Assertion,
  { stored, challenge }: { stored: PasskeyContent; challenge: PasskeyChallenge },
): Promise<number> {
  const { credentialId: id, clientDataJson, authenticatorData, signature, userHandle } = assertion
  if (userHandle && userHandle !== stored.userHandle) throw new CallRefused('wrong_signature')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, authenticatorData, signature },
    },
    expectedChallenge: challenge.challenge,
    expectedOrigin: challenge.origin,
    expectedRPID: stored.rpId,
    credential: {
      id,
      publicKey: Uint8Array.from(Buffer.from(stored.publicKey, 'base64url')),
      counter: 0,
    },
    requireUserVerification: true,
    ...(assertion.topOrigin === null ? {} : { expectedTopOrigin: assertion.topOrigin }),
  }).catch((cause: unknown) => {
    throw new CallRefused('wrong_signature', cause)
  })
  if (!verified) throw new CallRefused('wrong_signature')
  return authenticationInfo.newCounter
}
