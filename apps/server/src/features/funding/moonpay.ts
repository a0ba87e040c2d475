import { createHmac, randomUUID } from 'node:crypto'
import { ApiError, type CardOnRampSign, onRampCurrencies, userIdPrefix } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { offers } from '../../apps/funding-settings.js'
import type { ServerConfig } from '../../config.js'
import { placeOf } from '../../ports/place-of.js'

/** MoonPay's pages: for real money, and for its test mode. */
const pages = { live: 'https://buy.moonpay.com', test: 'https://buy-sandbox.moonpay.com' } as const

/**
 * The signed address of MoonPay's page for one purchase, and the id that it is asked for by.
 *
 * @throws ApiError `feature_not_enabled` when the app does not offer MoonPay or has no keys for it.
 * @see https://dev.moonpay.com/widget/on-ramp/customization/url-signing
 */
export function signPurchase(
  config: Pick<ServerConfig, 'oauthSimulator'>,
  app: App,
  { address, config: wanted, useSandbox, userId }: CardOnRampSign & { userId: string },
): { signedUrl: string; externalTransactionId: string } {
  const { publishable, secret } = keysOf(app, useSandbox)
  const { currencyCode, quoteCurrencyAmount, email, paymentMethod, uiConfig = {} } = wanted
  const isEthereum = address.startsWith('0x')
  const externalTransactionId = randomUUID()
  const url = new URL(placeOf(config, useSandbox ? pages.test : pages.live))
  const query: Record<string, string | undefined> = {
    apiKey: publishable,
    currencyCode: onRampCurrencies[currencyCode ?? (isEthereum ? 'ETH' : 'SOL')].provider,
    walletAddress: address,
    quoteCurrencyAmount: quoteCurrencyAmount === undefined ? undefined : plain(quoteCurrencyAmount),
    email,
    paymentMethod,
    colorCode: uiConfig.accentColor,
    theme: uiConfig.theme,
    externalTransactionId,
    externalCustomerId: userIdPrefix + userId,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  const signature = createHmac('sha256', secret).update(url.search).digest('base64')
  // Last: it is the signature of everything before.
  return {
    signedUrl: `${url.href}&signature=${encodeURIComponent(signature)}`,
    externalTransactionId,
  }
}

function keysOf(app: App, isTest: boolean): { publishable: string; secret: string } {
  const { moonpay } = app.privateSettings
  const publishable = isTest ? moonpay?.test_publishable_key : moonpay?.publishable_key
  const secret = app.openSecret(isTest ? 'moonpay_test_secret_key' : 'moonpay_secret_key')
  if (offers(app.settings, 'moonpay') && publishable && secret) return { publishable, secret }
  throw new ApiError('feature_not_enabled', {
    message: `MoonPay is not set up for this app${isTest ? ' in test mode' : ''}`,
  })
}

/** A number without an exponent, with at most 18 digits after the point. */
function plain(amount: number): string {
  return amount.toFixed(18).replace(/\.?0+$/, '')
}
