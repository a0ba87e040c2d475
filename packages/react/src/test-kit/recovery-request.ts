import {
  FrameError,
  type RecoveryPhase,
  type RecoveryRequest,
  type WalletAccount,
} from '@sallyport/core'

/** A wallet that waits for its passcode: it opens with `four random words here`, and calls every other one wrong. */
export function fakeRecovery(wallet: WalletAccount, given: { refuse?: Error } = {}) {
  const listeners = new Set<() => void>()
  const passcodes: string[] = []
  let phase: RecoveryPhase = 'asking'
  const enter = (next: RecoveryPhase) => {
    phase = next
    for (const listener of [...listeners]) listener()
  }
  const request: RecoveryRequest = {
    wallet,
    get phase() {
      return phase
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async submit(passcode = '') {
      passcodes.push(passcode)
      if (given.refuse) throw given.refuse
      if (passcode !== 'four random words here') throw new FrameError('invalid_recovery_pin', '')
      enter('recovered')
    },
    cancel: () => enter('cancelled'),
  }
  return { request, enter, passcodes }
}
