import { shorten } from '@sallyport/contract/requests'
import type { Account } from '@sallyport/core'
import type { AccountCopy } from '../copy/en-account.js'
import type { Settings } from '../settings.js'

/** A linked account as the sheet shows it. */
interface Described {
  /** What kind of account it is. */
  kind: string
  /** What tells it from others of its kind; always left to right. */
  name: string
}

/** Fields that name an account, the best first. */
const names = [
  'address',
  'phoneNumber',
  'email',
  'username',
  'name',
  'displayName',
  'authenticatorName',
  'createdWithDevice',
  'firstName',
  'customUserId',
] as const

/** Kinds by type; an account of a newer server goes by its type. */
export function describeAccount(
  account: Account,
  { account: copy }: AccountCopy,
  { providers }: Pick<Settings, 'providers'>,
): Described {
  const added = providers.find(({ id }) => id === account.type)
  const kinds: Record<string, string> = copy.kinds
  return {
    kind: kinds[account.type] ?? added?.name ?? account.type.replace(/_oauth$|^custom:/, ''),
    name: accountName(account),
  }
}

/** What tells an account from others of its kind; empty when nothing does. */
export function accountName(account: Account): string {
  return account.type === 'wallet' ? shorten(nameOf(account)) : nameOf(account)
}

function nameOf(account: Account): string {
  for (const field of names) {
    const value = account[field]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** What tells two accounts of a user apart: their type and what the server knows them by. */
export function keyOf(account: Account): string {
  return `${account.type}:${account.subject ?? account.credentialId ?? account.fid ?? nameOf(account)}`
}
