import { accountTypeOf, type OAuthProvider } from '@sallyport/contract'
import type { User } from '@sallyport/core'
import { useMemo } from 'react'
import { useKit } from '../context.js'
import { unlinkingOf } from '../unlinking.js'

/** `unlinkEmail(address)` unlinks an email address; gives the changed user. One function of `useSallyport`, as newer apps name it. */
export function useUnlinkEmail() {
  const { unlinkEmail } = unlinkingOf(useKit())
  return { unlinkEmail }
}

/** `unlinkPhone(number)` unlinks a phone number. */
export function useUnlinkPhone() {
  const { unlinkPhone } = unlinkingOf(useKit())
  return { unlinkPhone }
}

/** `unlinkWallet(address)` unlinks an external wallet. */
export function useUnlinkWallet() {
  const { unlinkWallet } = unlinkingOf(useKit())
  return { unlinkWallet }
}

/** `unlinkPasskey(credentialId)` removes a passkey. */
export function useUnlinkPasskey() {
  const { unlinkPasskey } = unlinkingOf(useKit())
  return { unlinkPasskey }
}

/** `unlinkFarcaster(fid)` unlinks a Farcaster account. */
export function useUnlinkFarcaster() {
  const { unlinkFarcaster } = unlinkingOf(useKit())
  return { unlinkFarcaster }
}

/** `unlinkTelegram(telegramUserId)` unlinks a Telegram account. */
export function useUnlinkTelegram() {
  const { unlinkTelegram } = unlinkingOf(useKit())
  return { unlinkTelegram }
}

/** An account at an OAuth provider. */
interface OAuthAccountName {
  provider: OAuthProvider
  /** Its id there. */
  subject: string
}

/** `unlinkOAuth({ provider, subject })` unlinks an account at an OAuth provider, such as `google`, by the id that it has there. */
export function useUnlinkOAuth() {
  const { client } = useKit()
  return useMemo(() => {
    const unlinkOAuth = async ({ provider, subject }: OAuthAccountName): Promise<User> => {
      const { unlinkAccount } = await import('../unlink-account.js')
      return unlinkAccount(client, { type: accountTypeOf(provider), subject })
    }
    return { unlinkOAuth }
  }, [client])
}

/** `unlinkCrossAppAccount({ subject })` unlinks the account of another app. */
export function useUnlinkCrossAppAccount() {
  const { unlinkCrossAppAccount } = unlinkingOf(useKit())
  return { unlinkCrossAppAccount }
}
