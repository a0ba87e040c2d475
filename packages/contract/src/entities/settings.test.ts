import { describe, expect, test } from 'vitest'
import { outcome, rows } from '../test/outcome.js'
import { crossAppConnections } from './cross-app-connection.js'
import { delegatedActionsConsent } from './delegated-actions.js'
import {
  ed25519PublicKey,
  farcasterConnectStatus,
  farcasterSigner,
  farcasterSignerInit,
  signerDeadline,
} from './farcaster.js'
import {
  ckWebAuthToken,
  cloudRecoveryClientType,
  missingCkWebAuthToken,
  recoveryKeyMaterial,
  recoveryTypes,
} from './recovery.js'
import {
  smartWalletClientConfig,
  smartWalletConfig,
  smartWalletConfigInput,
} from './smart-wallet-config.js'

describe('crossAppConnections', () => {
  test.each([null, 'https://x.example/icon.png'])('keeps a connection with icon %j', (url) => {
    const value = {
      connections: [
        {
          provider_app_id: 'a',
          provider_app_name: 'A',
          provider_app_icon_url: url,
          provider_app_custom_api_url: url,
          read_only: true,
        },
      ],
    }
    expect(outcome(crossAppConnections, value)).toEqual({ value })
  })
})

describe('smartWalletConfig', () => {
  const network = { chain_id: 'eip155:8453', bundler_url: 'https://bundler.example' }
  const config = (networks: unknown, type: unknown = 'kernel') => ({
    enabled: true,
    smart_wallet_type: type,
    configured_networks: networks,
  })

  test.each([
    { enabled: false },
    ...['safe', 'kernel', 'biconomy', 'light_account', 'coinbase_smart_wallet'].map((type) =>
      config([network], type),
    ),
    config([
      {
        ...network,
        paymaster_url: 'https://paymaster.example',
        rpc_url: 'https://rpc.example',
        chain_name: 'Base',
        paymaster_context: { policy_id: '0B0E7C5E-1C1A-4D9E-8A51-3A8D7F0F2B11' },
      },
      network,
    ]),
  ])('keeps %j', (value) => {
    expect(outcome(smartWalletConfig, value)).toEqual({ value })
  })

  test.each([
    [config([]), 'At least one network must be configured.'],
    [config(undefined), 'At least one network must be configured.'],
    [config([{ ...network, chain_id: 'solana:1' }]), 'Chain ID must be an eip155 chain ID'],
    [config([{ ...network, chain_id: 8453 }]), 'Chain ID must be an eip155 chain ID'],
    [config([{ ...network, bundler_url: '' }]), 'bundler_url must be provided'],
    [
      config([{ ...network, paymaster_context: { policy_id: 'policy' } }]),
      'Paymaster policy_id must be a UUID',
    ],
    [config([{ ...network, paymaster_context: {} }]), 'Paymaster policy_id must be a UUID'],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(smartWalletConfig, input)).toEqual([message])
  })

  test.each(rows(config([network], 'simple'), {}, { enabled: 'yes' }, null))(
    'error: does not know $input',
    ({ input }) => {
      expect(outcome(smartWalletConfig, input)).toHaveLength(1)
    },
  )

  test('is set without URLs', () => {
    const value = config([{ chain_id: 'eip155:1' }])
    expect(outcome(smartWalletConfigInput, value)).toEqual({ value })
    expect(outcome(smartWalletConfigInput, config([]))).toEqual([
      'At least one network must be configured.',
    ])
  })

  test('has a form for clients', () => {
    const value = {
      enabled: true,
      smartWalletType: 'safe',
      configuredNetworks: [
        {
          chainId: 'eip155:1',
          bundlerUrl: 'https://bundler.example',
          paymasterUrl: 'https://paymaster.example',
          paymasterContext: { policyId: 'any' },
        },
      ],
    }
    expect(outcome(smartWalletClientConfig, value)).toEqual({ value })
    expect(outcome(smartWalletClientConfig, { ...value, configuredNetworks: [] })).toEqual([
      'At least one network must be configured.',
    ])
  })
})

describe('recovery', () => {
  test.each(recoveryTypes)('key material may be of type %s', (recovery_type) => {
    const value = { recovery_type, recovery_key: 'k', file_id: null }
    expect(outcome(recoveryKeyMaterial, value)).toEqual({ value })
  })

  test('error: key material has no other type', () => {
    expect(outcome(recoveryKeyMaterial, { recovery_type: 'paper' })).toHaveLength(1)
  })

  test.each(['web', 'expo-ios'])('in the cloud knows the client %s', (value) => {
    expect(outcome(cloudRecoveryClientType, value)).toEqual({ value })
  })

  test.each(rows(undefined, null, '', 'ios', 'Web', 1))(
    'error: in the cloud does not know the client $input',
    ({ input }) => {
      expect(outcome(cloudRecoveryClientType, input)).toEqual([
        "client_type must be 'web' or 'expo-ios'",
      ])
    },
  )

  test.each(rows(undefined, null, '', 1))('error: refuses the iCloud token $input', ({ input }) => {
    expect(outcome(ckWebAuthToken, input)).toEqual(['Missing ckWebAuthToken.'])
  })

  test('names code and status of a missing iCloud token', () => {
    expect(missingCkWebAuthToken).toEqual({
      code: 'invalid_data',
      status: 401,
      message: 'Missing ckWebAuthToken.',
    })
  })
})

describe('delegatedActionsConsent', () => {
  const consent = (entry: object) => ({
    encrypted_tee_share: 'e',
    app_share: 'a',
    delegated_addresses: [entry],
  })

  test('takes wallet 0 when no index is named', () => {
    expect(
      outcome(delegatedActionsConsent, consent({ chain_type: 'solana', address: 'x' })),
    ).toEqual({ value: consent({ chain_type: 'solana', address: 'x', wallet_index: 0 }) })
  })

  test.each([
    [{ ...consent({}), delegated_addresses: 'x' }, 'delegated_addresses must be a list'],
    [
      { ...consent({ chain_type: 'solana', address: 'x' }), app_share: '' },
      'app_share must be provided',
    ],
    [
      { ...consent({ chain_type: 'solana', address: 'x' }), encrypted_tee_share: undefined },
      'encrypted_tee_share must be provided',
    ],
    [
      consent({ chain_type: 'bitcoin-segwit', address: 'x' }),
      "chain_type must be 'ethereum' or 'solana'",
    ],
    [consent({ chain_type: 'solana', address: '' }), 'address must be provided'],
    [consent({ chain_type: 'solana', address: 'x', wallet_index: -1 }), 'Must be a wallet index'],
    [consent({ chain_type: 'solana', address: 'x', wallet_index: 0.5 }), 'Must be a wallet index'],
  ])('error: refuses %j', (input, message) => {
    expect(outcome(delegatedActionsConsent, input)).toEqual([message])
  })
})

describe('Farcaster', () => {
  const key = `0x${'ab'.repeat(32)}`
  const profile = {
    nonce: 'n',
    message: 'm',
    signature: '0x',
    fid: 1,
    username: 'ada',
    display_name: 'Ada',
    bio: '',
    pfp_url: '',
  }

  test.each([
    { state: 'pending', nonce: 'n' },
    { state: 'completed', ...profile },
  ])('login is %j', (value) => {
    expect(outcome(farcasterConnectStatus, value)).toEqual({ value })
  })

  test.each([
    { public_key: key, status: 'pending_approval', signer_approval_url: 'https://f.example' },
    { public_key: key, status: 'pending_approval' },
    { public_key: key, status: 'approved', fid: 1 },
    { public_key: key, status: 'revoked', fid: 1 },
  ])('signer is %j', (value) => {
    expect(outcome(farcasterSigner, value)).toEqual({ value })
  })

  test('error: an approved signer has an fid', () => {
    expect(outcome(farcasterSigner, { public_key: key, status: 'approved' })).toHaveLength(1)
    expect(outcome(farcasterConnectStatus, { state: 'completed', nonce: 'n' })).not.toHaveProperty(
      'value',
    )
  })

  test.each(
    rows(
      undefined,
      null,
      1,
      '',
      '0x',
      key.slice(0, 65),
      `${key}0`,
      `${key.slice(2)}00`,
      `0x${'g'.repeat(64)}`,
    ),
  )('error: refuses the signer key $input', ({ input }) => {
    expect(outcome(ed25519PublicKey, input)).toEqual([
      'ed25519_public_key must be 0x and 64 hex digits',
    ])
  })

  test('signer requests end an hour from now unless they say when', () => {
    expect(outcome(farcasterSignerInit, { ed25519_public_key: key })).toEqual({
      value: { ed25519_public_key: key },
    })
    expect(signerDeadline(undefined, 1_700_000_000)).toBe(1_700_003_600)
    expect(signerDeadline(5, 1_700_000_000)).toBe(5)
  })

  test.each(['soon', 1.5, 2 ** 53])('error: refuses the deadline %j', (deadline) => {
    expect(outcome(farcasterSignerInit, { ed25519_public_key: key, deadline })).toEqual([
      'deadline must be Unix time in seconds',
    ])
  })
})
