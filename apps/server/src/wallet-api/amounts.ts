import { ApiError } from '@sallyport/contract'

/** An amount in its smallest unit, as text of whole tokens. */
export function toDecimalText(raw: bigint, decimals: number): string {
  const digits = raw.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}

/** Text of whole tokens in the smallest unit. @throws ApiError `invalid_data` for more places than the token has. */
export function fromDecimalText(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.split('.')
  const places = part.replace(/0+$/, '')
  if (places.length > decimals)
    throw new ApiError('invalid_data', {
      message: `amount has more than ${decimals} places after the point`,
      data: { field: 'amount' },
    })
  return BigInt(whole + places.padEnd(decimals, '0'))
}
