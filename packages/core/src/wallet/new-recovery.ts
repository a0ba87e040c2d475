/* Loaded when a wallet is created with a recovery of the user's own. */
import type { SallyportClient } from '../client.js'
import { type OwnedRecovery, recoveryFieldsOf } from './chosen-recovery.js'
import { refusePersonalPasscode } from './refuse-personal-passcode.js'

/** The fields that create a wallet with `recovery`. @throws as `refusePersonalPasscode`. */
export function newRecovery(client: SallyportClient, recovery: OwnedRecovery) {
  refusePersonalPasscode(client, recovery)
  return recoveryFieldsOf(recovery)
}
