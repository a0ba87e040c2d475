import { ApiError } from '@sallyport/contract'
import { checksumAddress } from '@sallyport/crypto/chains/ethereum'

/** Members that name accounts and contracts; `value` is what a condition of a policy, or an item of a set, compares with. */
const naming: ReadonlySet<string> = new Set([
  ...['address', 'asset_address', 'contract', 'factory', 'from', 'paymaster', 'sender', 'to'],
  'value',
])
/** What is signed as the app wrote it. */
const verbatim: ReadonlySet<string> = new Set(['message', 'typed_data'])

/**
 * Refuses an Ethereum address whose letter case contradicts its checksum (EIP-55, specification §5): one letter of it was mistyped. One in
 * lower or upper case has no checksum, and is let in.
 *
 * @param body  A request that is about to be signed or saved.
 * @throws ApiError `invalid_data` that names the field.
 */
export function requireSpelledAddresses(body: unknown): void {
  const field = findMisspelled(body, '')
  if (field !== undefined)
    throw new ApiError('invalid_data', { message: 'Invalid Ethereum address', data: { field } })
}

function findMisspelled(value: unknown, path: string, key = ''): string | undefined {
  if (typeof value === 'string') return naming.has(key) && isMisspelled(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (verbatim.has(name)) continue
    const isItem = Array.isArray(value)
    const place = isItem ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    const found = findMisspelled(member, place, isItem ? key : name)
    if (found !== undefined) return found
  }
  return undefined
}

function isMisspelled(text: string): boolean {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return false
  const digits = text.slice(2)
  const hasCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return hasCase && checksumAddress(text).slice(2) !== digits
}
