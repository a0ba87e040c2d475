import {
  accountTypeOf,
  byOAuthType,
  kindOf,
  type LinkedAccount,
  type LinkedAccountKind,
  type User,
  userIdPrefix,
} from '@sallyport/contract'
import { oauthAccounts } from '../identity/oauth-accounts.js'
import { type TokenInput, tokenLifeSeconds } from './access-token.js'
import { signJwt } from './jwt.js'

/**
 * An identity token of one hour: the user for the app's own back end (wire reference §5.4). It has no `sid`, so it is
 * never taken for an access token.
 */
export function signIdentityToken(input: TokenInput & { user: User }): string {
  const { user } = input
  const iat = Math.floor(input.nowMs / 1000)
  return signJwt(
    {
      cr: String(user.created_at),
      linked_accounts: JSON.stringify(user.linked_accounts.map(shortEntry)),
      ...(user.is_guest ? { guest: 't' } : {}),
      ...(user.custom_metadata ? { custom_metadata: JSON.stringify(user.custom_metadata) } : {}),
      iss: input.issuer,
      iat,
      aud: input.appId,
      sub: userIdPrefix + input.userId,
      exp: iat + tokenLifeSeconds,
    },
    input.key,
  )
}

/** The fields of each account type an identity token carries beside `type` and `lv`, and their names in it. */
const shortFields = {
  email: { address: 'address' },
  phone: { phoneNumber: 'phone_number' },
  wallet: {
    address: 'address',
    chain_type: 'chain_type',
    wallet_client_type: 'wallet_client_type',
  },
  smart_wallet: { address: 'address', smart_wallet_type: 'smart_wallet_type' },
  farcaster: { fid: 'fid', username: 'username', owner_address: 'oa' },
  telegram: { telegram_user_id: 'telegram_user_id', username: 'username' },
  passkey: { credential_id: 'credential_id' },
  ...byOAuthType((provider) => ({
    subject: 'subject',
    ...oauthAccounts[accountTypeOf(provider)].tokenFields,
  })),
  custom_oauth: { subject: 'subject', username: 'username', email: 'email' },
  custom_auth: { custom_user_id: 'custom_user_id' },
  cross_app: {
    subject: 'subject',
    provider_app_id: 'provider_app_id',
    embedded_wallets: 'embedded_wallets',
    smart_wallets: 'smart_wallets',
  },
} satisfies Record<LinkedAccountKind, Record<string, string>>

function shortEntry(account: LinkedAccount): Record<string, unknown> {
  const fields = Object.entries(shortFields[kindOf(account.type)])
  const values: Record<string, unknown> = { ...account }
  const present = fields.filter(([from]) => values[from] !== undefined)
  return {
    type: account.type,
    ...Object.fromEntries(present.map(([from, to]) => [to, values[from]])),
    lv: account.latest_verified_at,
  }
}
