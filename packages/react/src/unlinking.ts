import { accountTypeOf, oauthFunctions } from '@sallyport/contract'
import type { User } from '@sallyport/core'
import type { Kit } from './kit.js'
import type { AccountName } from './unlink-account.js'

/** The functions that unlink an account of the user (react-api §4). */
type Unlinking = ReturnType<typeof createUnlinking>

const known = new WeakMap<Kit, Unlinking>()

/** The unlink functions of one kit, the same ones for its life. */
export function unlinkingOf(kit: Kit): Unlinking {
  const unlinking = known.get(kit) ?? createUnlinking(kit)
  known.set(kit, unlinking)
  return unlinking
}

function createUnlinking({ client }: Kit) {
  const unlink = async (account: AccountName): Promise<User> => {
    const { unlinkAccount } = await import('./unlink-account.js')
    return unlinkAccount(client, account)
  }
  const bySubject = (type: AccountName['type']) => (subject: string) => unlink({ type, subject })
  return {
    unlinkEmail: (address: string) => unlink({ type: 'email', address }),
    unlinkPhone: (phoneNumber: string) => unlink({ type: 'phone', phoneNumber }),
    unlinkWallet: (address: string) => unlink({ type: 'wallet', address }),
    ...oauthFunctions('unlink', (provider) => bySubject(accountTypeOf(provider))),
    unlinkFarcaster: (fid: number) => unlink({ type: 'farcaster', fid }),
    unlinkTelegram: (telegramUserId: string) => unlink({ type: 'telegram', telegramUserId }),
    unlinkCrossAppAccount: ({ subject }: { subject: string }) =>
      unlink({ type: 'cross_app', subject }),
    unlinkPasskey: (credentialId: string) => unlink({ type: 'passkey', credentialId }),
  }
}
