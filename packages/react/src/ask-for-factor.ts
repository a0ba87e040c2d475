import type { MfaVerification, RecoveryRequest } from '@sallyport/core'
import type { Goal } from './flow/screens.js'
import type { Kit } from './kit.js'

/** Tells the app that an operation waits for a second factor and, unless the app asks itself, asks for it. */
export function askForFactor(kit: Kit, verification: MfaVerification): void {
  const mfaMethods = [...verification.methods]
  kit.events.emit('configureMfa', (each) => each.onMfaRequired?.({ mfaMethods }))
  if (kit.config().mfa?.noPromptOnMfaRequired) return
  askAbove(kit, { goal: 'mfa-verify', verification }, verification)
}

/** Asks for the passcode that an operation waits for. */
export function askForRecovery(kit: Kit, request: RecoveryRequest): void {
  askAbove(kit, { goal: 'recover', request }, request)
}

/** Opens the modal above what is on screen: the operation that waits may be the one that the run below waits for. */
function askAbove(kit: Kit, goal: Goal, waiting: { cancel(): void }): void {
  const giveUp = () => waiting.cancel()
  kit.modal.open(goal, {
    place: 'above',
    onEnd: (ending) => {
      if (ending.at === 'failed') giveUp()
    },
    fail: giveUp,
  })
}
