import { addStyle } from './modal/stylesheet.js'
import { linkStyle } from './theme/style-link.js'
import { requestStyle } from './theme/style-requests.js'

export { LinkEmail } from './features/email/link-email.js'
export { UpdateEmail } from './features/email/update-email.js'
export { LinkConflict } from './features/linking/link-conflict.js'
export { LinkPasskey } from './features/passkey/link-passkey.js'
export { LinkPhone } from './features/sms/link-phone.js'
export { UpdatePhone } from './features/sms/update-phone.js'

/** Dresses the screens of linking: notices and addresses look as in requests. */
export function addLinkStyle(): void {
  addStyle(requestStyle)
  addStyle(linkStyle)
}
