/*
 * What custody signs and seals over, byte for byte the same in frame, server and vault. See docs/trust/custody.md.
 */

/** The UTF-8 text whose bytes an address's key signs to prove that the frame holds it. */
export function accountProofMessage(input: {
  appId: string
  userId: string
  walletId: string
  chainType: string
  walletIndex: number
  address: string
}): string {
  return [
    'sallyport account v1',
    input.appId,
    input.userId,
    input.walletId,
    input.chainType,
    input.walletIndex,
    input.address,
  ].join('\n')
}

/** The UTF-8 text the confirming address's key signs to prove that the shares of a further device are of its root. */
export function generationProofMessage(input: {
  appId: string
  userId: string
  walletId: string
  generationId: string
  /** As in the body, base64url. */
  shareHashes: { device: string; auth: string; recovery: string }
  /** As in the body, base64url. */
  devicePublicKey: string
  /** As in the body: a method that the user owns. */
  recovery?: { method: string; locator: string; replaces?: string | undefined } | undefined
}): string {
  const { device, auth, recovery } = input.shareHashes
  const owned = input.recovery
  return [
    'sallyport generation v1',
    input.appId,
    input.userId,
    input.walletId,
    input.generationId,
    device,
    auth,
    recovery,
    input.devicePublicKey,
    ...(owned ? [owned.method, owned.locator, owned.replaces ?? ''] : []),
  ].join('\n')
}

/** The UTF-8 text both a device key and the confirming address's key sign to add addresses to a root. */
export function addAccountsMessage(input: {
  appId: string
  userId: string
  walletId: string
  generationId: string
  /** In the order of the body. */
  accounts: readonly { chain_type: string; wallet_index: number; address: string }[]
}): string {
  return [
    'sallyport add accounts v1',
    input.appId,
    input.userId,
    input.walletId,
    input.generationId,
    ...input.accounts.flatMap((account) => [
      account.chain_type,
      account.wallet_index,
      account.address,
    ]),
  ].join('\n')
}

/** The UTF-8 text that a new root's custody key signs when the root is stored: the caller has the root open. */
export function custodyKeyMessage(input: {
  appId: string
  userId: string
  walletId: string
}): string {
  return ['sallyport custody key v1', input.appId, input.userId, input.walletId].join('\n')
}

/** Whether `text` reads like one that only the frame itself may have signed by an address's key: never a page. */
export function isCustodyText(text: string): boolean {
  return /^sallyport [a-z ]+ v[0-9]+\n/.test(text)
}

/**
 * The UTF-8 text that the key of a wallet frame without cookies signs, once for each access token: its calls with that token
 * come from the browser that logged in.
 */
export function walletCallMessage(appId: string, accessToken: string): string {
  return ['sallyport wallet call v1', appId, accessToken].join('\n')
}

/** What the same key signs for a call of the page that adds an account. It opens no wallet, so the page may have it. */
export function addAccountMessage(appId: string, accessToken: string): string {
  return ['sallyport add account v1', appId, accessToken].join('\n')
}

/** The UTF-8 text that the key of a guest's browser signs to log in: `challenge` is from `guest.init`. */
export function guestLoginMessage(appId: string, challenge: string): string {
  return ['sallyport guest login v1', appId, challenge].join('\n')
}

/** The UTF-8 text a device key signs to ask for its auth share. */
export function authShareMessage(input: {
  appId: string
  userId: string
  walletId: string
  generationId: string
  ephemeralPublicKey: string
}): string {
  return [
    'sallyport auth share v1',
    input.appId,
    input.userId,
    input.walletId,
    input.generationId,
    input.ephemeralPublicKey,
  ].join('\n')
}

/**
 * The UTF-8 text the key of a device signs to ask for recovery. It names the access token by its SHA-256 (base64url) and the
 * key that the answer is sealed to, so the request is good for this token and one answer only.
 */
export function recoverMessage(input: {
  appId: string
  userId: string
  walletId: string
  accessTokenHash: string
  /** As in the body, base64url. */
  ephemeralPublicKey: string
  /** As in the body, base64url. */
  devicePublicKey: string
}): string {
  return [
    'sallyport recover v1',
    input.appId,
    input.userId,
    input.walletId,
    input.accessTokenHash,
    input.ephemeralPublicKey,
    input.devicePublicKey,
  ].join('\n')
}

/** The UTF-8 text the root's own key signs to replace the recovery key of a generation. */
export function recoveryKeyProofMessage(input: {
  appId: string
  userId: string
  walletId: string
  generationId: string
  replaces: string
  recoveryKeyId: string
  /** As in the body, base64url. */
  encryptedRecoveryShare: string
}): string {
  return [
    'sallyport recovery key v1',
    input.appId,
    input.userId,
    input.walletId,
    input.generationId,
    input.replaces,
    input.recoveryKeyId,
    input.encryptedRecoveryShare,
  ].join('\n')
}

/** The UTF-8 text the root's own key signs once a recovery that only tests brought the root back. */
export function rehearsalProofMessage(input: {
  appId: string
  userId: string
  walletId: string
  /** The key that was released for it. */
  recoveryKeyId: string
}): string {
  return [
    'sallyport rehearsal v1',
    input.appId,
    input.userId,
    input.walletId,
    input.recoveryKeyId,
  ].join('\n')
}

/** The UTF-8 text a device key signs to confirm that its generation was read back. */
export function confirmMessage(input: {
  appId: string
  userId: string
  walletId: string
  generationId: string
  receipt: string
}): string {
  return [
    'sallyport confirm v1',
    input.appId,
    input.userId,
    input.walletId,
    input.generationId,
    input.receipt,
  ].join('\n')
}

/** HPKE `info` of everything sealed for custody; the AAD is `sealContext(…)`. */
export const sealInfo = {
  /** The server's share on its way to the frame. */
  authShare: 'sallyport/auth-share/v1',
  /** The same share on its way to the server. */
  authShareUpload: 'sallyport/auth-share-upload/v1',
  /** A recovery key on its way from the vault, in auth mode: the vault's key proves who has sealed it. A root commitment follows it. */
  recoveryKey: 'sallyport/recovery-key/v2',
  /** The custody address of the user's root, by the vault, in auth mode. */
  rootPin: 'sallyport/root-pin/v1',
  /** The same key on its way to the vault, with the root's commitment behind it. */
  recoveryKeyUpload: 'sallyport/recovery-key-upload/v1',
  /** The proof that the user's secret is known, on its way to the vault. */
  recoveryProof: 'sallyport/recovery-proof/v1',
} as const

/** AAD of a sealed custody value: it opens only for the same app, user and root. */
export function sealContext(input: { appId: string; userId: string; walletId: string }): string {
  return [input.appId, input.userId, input.walletId].join('\n')
}

/** AAD of a recovery key that the vault releases. */
export function recoveryKeyContext(input: {
  appId: string
  userId: string
  walletId: string
  recoveryKeyId: string
}): string {
  return [sealContext(input), input.recoveryKeyId].join('\n')
}

/** AAD of the vault's word which root a user has: of this wallet, for this one request. */
export function rootPinContext(input: {
  appId: string
  userId: string
  walletId: string
  /** Raw P-256 point that it is sealed to, base64url, as in the body. */
  readBackPublicKey: string
}): string {
  return [sealContext(input), input.readBackPublicKey].join('\n')
}

/** AAD of a proof on its way to the vault: it is good for the one request whose answer is sealed to that key. */
export function recoveryProofContext(input: {
  appId: string
  userId: string
  walletId: string
  /** As in the body, base64url. */
  ephemeralPublicKey: string
}): string {
  return [sealContext(input), input.ephemeralPublicKey].join('\n')
}

/**
 * AAD of a recovery key on its way to the vault. It names the key that the vault seals its answer to, so that a copy of the
 * request cannot be used to get the recovery key sealed to another key.
 */
export function recoveryKeyUploadContext(input: {
  appId: string
  userId: string
  walletId: string
  recoveryKeyId: string
  /** Raw P-256 point, base64url, as in the body. */
  readBackPublicKey: string
}): string {
  return [recoveryKeyContext(input), input.readBackPublicKey].join('\n')
}
