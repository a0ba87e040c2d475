import * as z from 'zod/mini'
import { ethereumAddressShape } from '../primitives/ethereum-address.js'
import { solanaAddress } from '../primitives/solana-address.js'
import { fundsChain, invalidCurrencyCode, onRampCurrency } from './on-ramp-currency.js'

/** Ways to pay at the card on-ramp (specification §5). */
export const onRampPaymentMethods = [
  'ach_bank_transfer',
  'credit_debit_card',
  'gbp_bank_transfer',
  'gbp_open_banking_payment',
  'mobile_wallet',
  'sepa_bank_transfer',
  'sepa_open_banking_payment',
  'pix_instant_payment',
  'yellow_card_bank_transfer',
] as const

const config = z.object({
  quoteCurrencyAmount: z.optional(
    z
      .number('quoteCurrencyAmount must be a number')
      .check(z.refine((amount) => amount > 0, 'quoteCurrencyAmount must be a positive number')),
  ),
  email: z.optional(z.string('email must be text')),
  paymentMethod: z.optional(
    z.enum(onRampPaymentMethods, 'Please specify a supported payment method.'),
  ),
  uiConfig: z.optional(
    z.object({
      accentColor: z.optional(z.string('accentColor must be text')),
      theme: z.optional(z.enum(['light', 'dark'], "theme must be 'light' or 'dark'")),
    }),
  ),
  currencyCode: z.optional(onRampCurrency),
})

/** Body of `POST /plugins/moonpay_on_ramp/sign`; the currency must be one of the address's chain (specification §3). */
export const cardOnRampSign = z
  .object({
    address: z.union([ethereumAddressShape, solanaAddress], 'Invalid address'),
    config,
    useSandbox: z._default(z.boolean('useSandbox must be true or false'), false),
  })
  .check(
    z.refine(
      ({ address, config: { currencyCode } }) =>
        !currencyCode || fundsChain(currencyCode, address.startsWith('0x') ? 'ethereum' : 'solana'),
      { error: invalidCurrencyCode, path: ['config', 'currencyCode'] },
    ),
  )
export type CardOnRampSign = z.output<typeof cardOnRampSign>

/** Its answer. */
export const cardOnRampSigned = z.object({
  signedUrl: z.string(),
  externalTransactionId: z.string(),
})
