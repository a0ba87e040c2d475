import {
  ApiError,
  type denylistTypes,
  emailAddress,
  phoneNumber,
  readPhoneNumber,
  userId,
  userIdPrefix,
} from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'
import { walletEntry } from '../../identity/list-entries.js'

type EntryType = (typeof denylistTypes)[number]

const phone = phoneNumber(readPhoneNumber)

/** Reads the value of each type in the form in which an account is compared with it. */
const readers: Record<EntryType, (text: string) => string | undefined> = {
  email: (text) => read(emailAddress, text),
  phone: (text) => read(phone, text),
  wallet: walletEntry,
  emailDomain: (text) => {
    const domain = text.trim().toLowerCase().replace(/^@/, '')
    return read(emailAddress, `a@${domain}`) === undefined ? undefined : domain
  },
  did: (text) => read(userId, text.trim()),
}

/** @throws ApiError `invalid_data` when the text is not of the type. */
export function readListValue(type: EntryType, text: string): string {
  const value = readers[type](text)
  if (value === undefined) {
    throw new ApiError('invalid_data', {
      message: `${JSON.stringify(text)} is not a valid ${type}`,
    })
  }
  return value
}

/** A stored value as the owner reads it. */
export function showListValue(type: EntryType, value: string): string {
  if (type === 'did') return userIdPrefix + value
  if (type !== 'wallet') return value
  const address = value.slice(value.indexOf(':') + 1)
  return address.startsWith('0x') ? checksumAddress(address) : address
}

interface Reader {
  safeParse(text: string): { success: true; data: string } | { success: false }
}

function read(schema: Reader, text: string): string | undefined {
  const parsed = schema.safeParse(text)
  return parsed.success ? parsed.data : undefined
}
