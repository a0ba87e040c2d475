import { ApiError } from '@sallyport/contract'
import type { PrivateChange } from './private-settings.js'

/** The form of each key that is not secret, as the providers' dashboards give them. They become parts of URLs and tokens. */
const shapes = {
  'moonpay.publishable_key': /^pk_live_[\w-]{8,128}$/,
  'moonpay.test_publishable_key': /^pk_test_[\w-]{8,128}$/,
  'coinbase_on_ramp.project_id': /^[\w-]{8,64}$/,
  'coinbase_on_ramp.api_key_name': /^[\w/.-]{8,255}$/,
} as const

/**
 * Refuses keys that their provider cannot have given, and test keys in production: these sell coins that do not exist
 * (FND-05).
 *
 * @throws ApiError `invalid_data` that names the setting, and no value.
 */
export function checkOnRampKeys(
  { moonpay, coinbase_on_ramp: coinbase, moonpay_test_secret_key: testSecret }: PrivateChange,
  environment: 'development' | 'production',
): void {
  const keys: Record<keyof typeof shapes, string | undefined> = {
    'moonpay.publishable_key': moonpay?.publishable_key,
    'moonpay.test_publishable_key': moonpay?.test_publishable_key,
    'coinbase_on_ramp.project_id': coinbase?.project_id,
    'coinbase_on_ramp.api_key_name': coinbase?.api_key_name,
  }
  for (const name of Object.keys(shapes) as (keyof typeof shapes)[]) {
    const key = keys[name]
    if (key !== undefined && !shapes[name].test(key))
      throw invalid(`${name} does not have the form of one`)
  }
  if (environment === 'production' && (moonpay?.test_publishable_key || testSecret)) {
    throw invalid('Keys of MoonPay’s test mode cannot be used by a production app')
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
