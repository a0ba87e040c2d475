import {
  ApiError,
  accountTypeOf,
  crossAppProvider,
  isCustomProvider,
  type LoginProvider,
  loginChainTypes,
  oauthProviders,
} from '@sallyport/contract'
import {
  ClientError,
  crossAppAccounts,
  farcaster,
  oauth,
  passkey,
  type SallyportClient,
  telegram,
  type User,
  wallet,
} from '@sallyport/core'
import { walletMethods } from './features/external-wallet/prove-wallet.js'
import { emailCalls, smsCalls } from './late-code-calls.js'

/** An account by its type and the fields that tell it from others; a linked account is one. */
export type AccountName = { type: string } & Record<string, unknown>

type Unlink = (client: SallyportClient, account: AccountName) => Promise<User>

/** How the account of a type is unlinked. */
const unlinkers: Partial<Record<string, Unlink>> = {
  ...Object.fromEntries(
    oauthProviders.map((provider) => [accountTypeOf(provider), byProvider(provider)]),
  ),
  cross_app: unlinkCrossApp,
  email: (client, { address }) => emailCalls.unlink(client, String(address)),
  farcaster: (client, { fid }) => farcaster.unlink(client, { fid: Number(fid) }),
  passkey: (client, { credentialId }) =>
    passkey.unlink(client, { credentialId: String(credentialId) }),
  phone: (client, { phoneNumber }) => smsCalls.unlink(client, String(phoneNumber)),
  telegram: (client, { telegramUserId }) =>
    telegram.unlink(client, { telegramUserId: String(telegramUserId) }),
  wallet: unlinkWallet,
}

function byProvider(provider: LoginProvider): Unlink {
  return (client, { subject }) => oauth.unlink(client, { provider, subject: String(subject) })
}

/** By the app that the user's account with the subject is of. */
async function unlinkCrossApp(client: SallyportClient, { subject }: AccountName): Promise<User> {
  const accounts = client.state.user === null ? [] : crossAppAccounts.accountsOf(client.state.user)
  const account = accounts.find((each) => each.subject === subject)
  if (account === undefined) throw new ApiError('linked_account_not_found')
  const provider = crossAppProvider(account.providerApp.id)
  return oauth.unlink(client, { provider, subject: account.subject })
}

/** By the chain of the user's wallet at the address. */
async function unlinkWallet(client: SallyportClient, account: AccountName): Promise<User> {
  const address = String(account.address)
  const linked = client.state.user?.linkedAccounts.find(
    (each) => each.type === 'wallet' && wallet.isSameAddress(String(each.address), address),
  )
  const chainType = loginChainTypes.find((each) => each === linked?.chainType)
  if (chainType === undefined) throw new ApiError('linked_account_not_found')
  return walletMethods[chainType].unlink(client, { address })
}

/**
 * Unlinks an account of the logged-in user.
 *
 * @throws ApiError `cannot_unlink_sole_account`, `cannot_unlink_embedded_wallet`, `linked_account_not_found`; ClientError
 *   `must_be_authenticated`, and `not_supported` for a type that this version can't unlink.
 */
export async function unlinkAccount(client: SallyportClient, account: AccountName): Promise<User> {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const { type } = account
  const unlink = isCustomProvider(type) ? byProvider(type) : unlinkers[type]
  if (unlink === undefined) throw new ClientError('not_supported')
  return unlink(client, account)
}
