import type { Callbacks } from '../events.js'
import { useCallbacks } from './use-callbacks.js'

/** Calls `onMfaRequired` with the user's factors whenever an operation waits for one, before the modal asks. */
export function useRegisterMfaListener(callbacks: Callbacks['configureMfa']): void {
  useCallbacks('configureMfa', callbacks)
}
