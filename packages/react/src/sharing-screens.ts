import { addStyle } from './modal/stylesheet.js'
import { requestStyle } from './theme/style-requests.js'
import { sharingStyle } from './theme/style-sharing.js'

export { CrossAppConsent } from './features/cross-app/consent.js'
export { CrossAppRequest } from './features/cross-app/request.js'

/** Dresses what other apps and sites ask for. */
export function addSharingStyle(): void {
  // The one who asks, addresses and pairs of buttons look as in requests.
  addStyle(requestStyle)
  addStyle(sharingStyle)
}
