import { ApiError, type AppConfig } from '@sallyport/contract'
import type { AppSettings } from './app.js'

/**
 * Refuses funding settings that clients cannot use.
 *
 * @throws ApiError `invalid_data` that names the setting.
 */
export function checkFunding(config: AppSettings['funding_config']): void {
  if (!config) return
  const { default_recommended_currency: currency, default_recommended_amount: amount } = config
  if (!/^(?:eip155:[1-9]\d{0,15}|solana:[\w-]{1,64})$/.test(currency.chain))
    throw invalid('default_recommended_currency.chain must be a network such as eip155:8453')
  if (!/^\d{1,18}(?:\.\d{1,18})?$/.test(amount))
    throw invalid('default_recommended_amount must be a decimal number such as 0.01')
}

/** Whether the app sells by a provider. */
export function offers(
  { fiat_on_ramp_enabled: isOn, funding_config: config }: AppSettings,
  method: 'moonpay' | 'coinbase-onramp',
): boolean {
  return config?.methods.includes(method) ?? (isOn && method === 'moonpay')
}

/** Where clients find the providers of a deployment whose providers are simulated: a folder for each host, as `placeOf` has. */
export function fundingUrls(simulator: string): NonNullable<AppConfig['funding_urls']> {
  return {
    moonpay_api: `${simulator}/api.moonpay.com`,
    coinbase_pay: `${simulator}/pay.coinbase.com`,
    relay: `${simulator}/api.relay.link`,
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message: `funding_config.${message}` })
}
