/* The screens of logging in with passkeys, loaded with the first of them. */
export { AwaitingPasskey } from './awaiting-passkey.js'
export { SelectPasskey } from './select-passkey.js'
