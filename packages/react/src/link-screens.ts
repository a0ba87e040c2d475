import { addStyle } from './modal/stylesheet.js'
import { accountStyle } from './theme/style-account.js'
import { linkStyle } from './theme/style-link.js'
import { requestStyle } from './theme/style-requests.js'

export { LinkEmail } from './features/email/link-email.js'
export { UpdateEmail } from './features/email/update-email.js'
export { LinkConflict } from './features/linking/link-conflict.js'
export { LinkPasskey } from './features/passkey/link-passkey.js'
export { LinkPhone } from './features/sms/link-phone.js'
export { UpdatePhone } from './features/sms/update-phone.js'

/** Dresses the screens of linking: notices and addresses look as in requests, groups as in the account sheet. */
export function addLinkStyle(): void {
  addStyle(requestStyle)
  addStyle(accountStyle)
  addStyle(linkStyle)
}
