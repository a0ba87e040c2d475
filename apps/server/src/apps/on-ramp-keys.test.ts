import { expect, test } from 'vitest'
import { checkOnRampKeys } from './on-ramp-keys.js'

const coinbase = { project_id: 'project-1234', api_key_name: 'organizations/a/apiKeys/b' }

test('keys as the providers give them are accepted', () => {
  const moonpay = { publishable_key: 'pk_live_abcdefgh', test_publishable_key: 'pk_test_abcdefgh' }
  checkOnRampKeys({ moonpay, coinbase_on_ramp: coinbase }, 'development')
  checkOnRampKeys({ moonpay: null, coinbase_on_ramp: null }, 'production')
})

test.each([
  ['moonpay.publishable_key', { moonpay: { publishable_key: 'pk_test_abcdefgh' } }],
  ['moonpay.publishable_key', { moonpay: { publishable_key: 'sk_live_abcdefgh' } }],
  ['moonpay.test_publishable_key', { moonpay: { test_publishable_key: 'pk_live_abcdefgh' } }],
  ['coinbase_on_ramp.project_id', { coinbase_on_ramp: { ...coinbase, project_id: 'a&b=secret' } }],
  ['coinbase_on_ramp.api_key_name', { coinbase_on_ramp: { ...coinbase, api_key_name: 'a\nb' } }],
])('error: %s that its provider cannot have given, %j', (name, change) => {
  expect(() => checkOnRampKeys(change, 'development')).toThrow(`${name} does not have the form`)
})

test('FND-05: error: keys of the test mode in a production app', () => {
  const moonpay = { test_publishable_key: 'pk_test_abcdefgh' }
  expect(() => checkOnRampKeys({ moonpay }, 'production')).toThrow('test mode')
})
