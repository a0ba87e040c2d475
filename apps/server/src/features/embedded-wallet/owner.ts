import { sealContext, userIdPrefix } from '@sallyport/contract'

/** Whose custody data a request may touch: taken from the caller's token, never from a body. */
export interface Owner {
  appId: string
  /** Without prefix. */
  userId: string
}

/** The three ids every custody message and sealed value is bound to; the user's as in the token's `sub`. */
export function bindingOf(
  owner: Owner,
  walletId: string,
): { appId: string; userId: string; walletId: string } {
  return { appId: owner.appId, userId: userIdPrefix + owner.userId, walletId }
}

/** AAD of a value sealed to or by the frame, as bytes. */
export function sealBindingOf(owner: Owner, walletId: string): Uint8Array {
  return new TextEncoder().encode(sealContext(bindingOf(owner, walletId)))
}
