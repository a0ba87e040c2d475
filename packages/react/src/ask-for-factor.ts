import type { MfaVerification } from '@sallyport/core'
import type { Kit } from './kit.js'

/**
 * Tells the app that an operation waits for a second factor and, unless the app asks itself, opens the modal above what is on
 * screen: the operation may be the one that the run below waits for.
 */
export function askForFactor(kit: Kit, verification: MfaVerification): void {
  const mfaMethods = [...verification.methods]
  kit.events.emit('configureMfa', (each) => each.onMfaRequired?.({ mfaMethods }))
  if (kit.config().mfa?.noPromptOnMfaRequired) return
  const giveUp = () => verification.cancel()
  kit.modal.open(
    { goal: 'mfa-verify', verification },
    {
      place: 'above',
      onEnd: (ending) => {
        if (ending.at === 'failed') giveUp()
      },
      fail: giveUp,
    },
  )
}
