import {
  type automaticRecoveryMethod,
  type CloudStorageName,
  cloudStorages,
  type FrameRequestData,
} from '@sallyport/contract'

/** A recovery of the user's own: a passcode, or a file in a cloud storage that `accessToken` opens. */
export type OwnedRecovery =
  | { method: 'user-passcode'; passcode: string }
  | { method: CloudStorageName; accessToken: string }

/** The recovery of a wallet; `privy` is the automatic one, which takes the place of `present`. */
export type ChosenRecovery =
  | OwnedRecovery
  | { method: typeof automaticRecoveryMethod; present: OwnedRecovery }

type Fields = Pick<
  FrameRequestData<'privy:wallets:recover'>,
  'recoveryMethod' | 'recoveryPassword' | 'recoveryAccessToken'
>

/** The fields of a request to the frame that say it (wire reference §20.4). */
export function recoveryFieldsOf(recovery: ChosenRecovery): Fields {
  const { method: recoveryMethod } = recovery
  if ('passcode' in recovery) return { recoveryMethod, recoveryPassword: recovery.passcode }
  if ('accessToken' in recovery) {
    return { recoveryMethod, recoveryAccessToken: recovery.accessToken }
  }
  return { ...recoveryFieldsOf(recovery.present), recoveryMethod }
}

/** `secret` as the recovery of a wallet with `method`; undefined for a method that needs none, or that this version does not know. */
export function ownedRecovery(
  method: string | undefined,
  secret: string,
): OwnedRecovery | undefined {
  if (method === 'user-passcode') return { method, passcode: secret }
  const storage = cloudStorages.find((each) => each === method)
  return storage && { method: storage, accessToken: secret }
}
