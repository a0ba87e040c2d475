import { FrameError, type MfaPhase, type MfaVerification } from '@sallyport/core'

/** An operation that waits for a factor: it takes the code `204816`, and calls every other answer wrong. */
export function fakeVerification(
  given: {
    methods?: readonly string[]
    phase?: MfaPhase
    refuse?: Error
    purpose?: MfaVerification['purpose']
  } = {},
) {
  const { methods = ['passkey', 'totp', 'sms'], phase: first = 'asking', purpose = 'sign' } = given
  const listeners = new Set<() => void>()
  const proofs: unknown[] = []
  let phase = first
  let triesLeft = 3
  const enter = (next: MfaPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const verification: MfaVerification = {
    purpose,
    methods,
    get phase() {
      return phase
    },
    get triesLeft() {
      return triesLeft
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async submit(proof) {
      proofs.push(proof)
      enter('checking')
      if (given.refuse) {
        enter('asking')
        throw given.refuse
      }
      if (proof.mfaCode === '204816') return enter('passed')
      triesLeft -= 1
      enter(triesLeft > 0 ? 'asking' : 'spent')
      throw new FrameError('missing_or_invalid_mfa', 'Wrong')
    },
    cancel: () => enter('cancelled'),
  }
  return { verification, enter, proofs }
}
