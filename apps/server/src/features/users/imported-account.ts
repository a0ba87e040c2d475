import { type CustomProvider, type ImportAccount, kindOf } from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import { walletKey } from '../../identity/external-wallet.js'
import { oauthAccounts } from '../../identity/oauth-accounts.js'
import type { ProvenAccount } from '../../identity/proven-account.js'

type AccountOf<T extends ImportAccount['type']> = Extract<ImportAccount, { type: T }>
type Kind = ReturnType<typeof kindOf<ImportAccount['type']>>
type AccountOfKind<K extends Kind> = AccountOf<K extends 'custom_oauth' ? CustomProvider : K>

/** How each imported account is stored: the same key and fields as when its method proves it. */
const readers: { [K in Kind]: (account: AccountOfKind<K>) => ProvenAccount } = {
  email: ({ address }) => ({ type: 'email', key: address, data: { address } }),
  phone: ({ number }) => ({ type: 'phone', key: number, data: { phoneNumber: number } }),
  wallet: ({ address, chain_type }) => readWallet(address, chain_type),
  ...readersOfProviders(),
  farcaster: ({ type, fid, owner_address, ...profile }) => ({
    type,
    key: String(fid),
    data: { fid, owner_address: checksumAddress(owner_address), ...withoutUndefined(profile) },
  }),
  telegram: ({ type, telegram_user_id, ...profile }) => ({
    type,
    key: telegram_user_id,
    data: { telegram_user_id, ...withoutUndefined(profile) },
  }),
  custom_auth: ({ type, custom_user_id }) => ({
    type,
    key: custom_user_id,
    data: { custom_user_id },
  }),
  custom_oauth: ({ type, subject, ...profile }) => ({
    type,
    key: subject,
    data: { subject, ...withoutUndefined(profile) },
  }),
}

function readersOfProviders() {
  type Types = keyof typeof oauthAccounts
  const entries = Object.entries(oauthAccounts).map(([type, { readImport }]) => [
    type,
    // The reader under `type` takes the account of that type.
    (account: AccountOf<Types>) => ({
      type,
      key: account.subject,
      data: readImport(account as never),
    }),
  ])
  // One entry for each of the record.
  return Object.fromEntries(entries) as {
    [T in Types]: (account: AccountOf<T>) => ProvenAccount
  }
}

/** An imported account as it is stored. */
export function readImportedAccount(account: ImportAccount): ProvenAccount {
  // The reader under a kind takes the accounts of that kind.
  const read = readers[kindOf(account.type)] as (account: ImportAccount) => ProvenAccount
  return read(account)
}

type WalletChain = AccountOf<'wallet'>['chain_type']

/** The one spelling of an address of each chain. */
const spellings: Record<WalletChain, (address: string) => string> = {
  ethereum: checksumAddress,
  solana: (address) => address,
}

function readWallet(given: string, chainType: WalletChain): ProvenAccount {
  const address = spellings[chainType](given)
  return {
    type: 'wallet',
    key: walletKey({ chainType, address }),
    data: { address, chain_type: chainType, wallet_client: 'unknown' },
  }
}

function withoutUndefined<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Only the entries whose value may be undefined are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
