import { oauthProviders } from '@sallyport/contract'
import { cloudKitContainer, cloudKitTokens } from '../cloud/cloudkit.js'
import { demoAppAccount } from '../farcaster/accounts.js'
import { fundingKeys } from '../funding/simulator.js'
import { evmChainId } from './anvil.js'
import type { NewApp } from './provision-app.js'
import type { Secrets } from './secrets.js'
import type { Urls } from './urls.js'

/**
 * The demo's app with everything on, as the server's `provision-app` program takes it. It lends its users' wallets to the second
 * demo.
 *
 * @param options.authorizationKey  Public half of the key that the demo's back end signs its requests with: SPKI in base64.
 */
export function demoApp(options: {
  secrets: Secrets
  urls: Urls
  authorizationKey: string
}): NewApp {
  const { secrets, urls, authorizationKey } = options
  const { moonpay, coinbase } = fundingKeys(secrets.appSecret)
  return {
    appId: secrets.appId,
    appSecret: secrets.appSecret,
    name: 'Sallyport demo',
    environment: 'development',
    settings: {
      allowed_domains: [urls.demoUrl],
      sms_auth: true,
      wallet_auth: true,
      solana_wallet_auth: true,
      ...Object.fromEntries(oauthProviders.map((name) => [`${name}_oauth`, true])),
      passkey_auth: true,
      passkeys_for_signup_enabled: true,
      telegram_auth: true,
      telegram_auth_config: {
        bot_id: secrets.telegramBotToken.split(':')[0],
        bot_name: 'sallyport_demo_bot',
        link_enabled: true,
        seamless_auth_enabled: true,
      },
      farcaster_auth: true,
      fiat_on_ramp_enabled: true,
      funding_config: {
        default_recommended_currency: {
          chain: `eip155:${evmChainId}`,
          asset: 'native-currency',
        },
        default_recommended_amount: '0.01',
        methods: ['moonpay', 'coinbase-onramp', 'external'],
        options: [],
        prompt_funding_on_wallet_creation: false,
        cross_chain_bridging_enabled: true,
      },
      custom_jwt_auth: true,
      mfa_methods: ['totp', 'passkey', 'sms'],
      smart_wallet_config: {
        enabled: true,
        smart_wallet_type: 'safe',
        configured_networks: [
          {
            chain_id: `eip155:${evmChainId}`,
            chain_name: 'Local Ethereum',
            rpc_url: urls.evmRpcUrl,
            bundler_url: urls.bundlerUrl,
            paymaster_url: urls.paymasterUrl,
          },
        ],
      },
    },
    privateSettings: {
      cross_app: {
        providers: [],
        page_url: `${urls.demoUrl}/`,
        requesters: [{ app_id: secrets.secondAppId, read_only: false }],
        requester_sites: [],
      },
      delegated_actions: {
        authorization_keys: [authorizationKey],
        threshold: 1,
        // Messages, typed data, and a little of the local chain's coin to anyone.
        policy: {
          version: 1,
          messages: true,
          typedData: true,
          transactions: {
            chainIds: [String(evmChainId)],
            recipients: null,
            mostWeiPerDay: '100000000000000000',
          },
        },
      },
      programs: {},
      telegram_bot_token: secrets.telegramBotToken,
      farcaster_app_account: demoAppAccount,
      moonpay: {
        publishable_key: moonpay.publishable,
        test_publishable_key: moonpay.testPublishable,
      },
      moonpay_secret_key: moonpay.secret,
      moonpay_test_secret_key: moonpay.testSecret,
      coinbase_on_ramp: { project_id: coinbase.projectId, api_key_name: coinbase.keyName },
      coinbase_api_key_secret: coinbase.keySecret,
      icloud_container: { container_identifier: cloudKitContainer, environment: 'development' },
      icloud_web_api_token: cloudKitTokens.web,
      icloud_ios_api_token: cloudKitTokens['expo-ios'],
      custom_jwt: {
        jwks_url: `${urls.demoUrl}/own-login/jwks.json`,
        issuer: urls.demoUrl,
        audience: secrets.appId,
      },
    },
  }
}
