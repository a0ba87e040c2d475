import { time } from './column-rule.js'

const ofLoginProfile = { harmless: 'what users and apps see of the account; its key decides' }

/** Columns of apps, lists, users and their accounts: see `rowColumns`. */
export const accountColumns = {
  app: {
    columns: {
      id: 'finds',
      environment: 'authentic',
      config: 'authentic',
      private_settings: 'authentic',
      secrets: 'authentic',
      secret_hash: 'authentic',
      signing_key: 'sealed',
      verification_key: 'authentic',
      max_users: 'authentic',
      created_at: time,
      updated_at: time,
      retired_at: { harmless: 'it takes away; what the app grants is authentic' },
      previous_secret_hash: 'authentic',
      previous_secret_until: 'authentic',
      min_iat: 'authentic',
      mac: 'authentic',
    },
  },
  app_token_key: {
    columns: {
      app_id: {
        harmless:
          'a key that another app has is not authentic there, nor the one it was taken from',
      },
      kid: { harmless: 'names the row; tokens name keys by their own thumbprint' },
      verification_key: 'authentic',
      signing_key: 'sealed',
      signs_from: 'authentic',
      not_after: 'authentic',
    },
  },
  allowlist_entry: {
    columns: {
      app_id: 'finds',
      type: 'finds',
      value: 'finds',
      id: { harmless: 'names the entry for the app’s back end' },
      created_at: time,
      mac: 'authentic',
    },
  },
  denylist_entry: {
    letsNoUserIn:
      'an entry keeps out; one that was deleted or changed lets its user into their own account',
  },
  test_account: {
    columns: {
      app_id: 'finds',
      id: 'authentic',
      name: { harmless: 'for the app’s developers' },
      email: 'authentic',
      phone_number: 'authentic',
      code: 'sealed',
      created_at: time,
      mac: 'authentic',
    },
  },
  user_account: {
    columns: {
      app_id: 'finds',
      id: 'finds',
      is_guest: {
        harmless: 'whether the user counts for the limits of users and of guests’ recoveries',
      },
      terms_accepted_at: { harmless: 'whether the user is asked for consent again' },
      custom_metadata: { harmless: 'text of the app’s back end' },
      created_at: time,
      mfa_methods: 'authentic',
      factors_mac: 'authentic',
      recovery_codes_at: 'authentic',
      locale: { harmless: 'the language of messages; other values are read as English' },
      deleted_at: { harmless: 'a deleted user has no accounts and no sessions' },
      is_vault_deleted: {
        harmless: 'whether the vault is asked to forget the user; it lets no user in',
      },
    },
  },
  linked_account: {
    columns: {
      id: { harmless: 'names the row' },
      app_id: 'finds',
      user_id: 'authentic',
      type: 'finds',
      key: 'authentic',
      data: ofLoginProfile,
      credential: 'authentic',
      mac: 'authentic',
      verified_email: 'authentic',
      email_mac: 'authentic',
      first_verified_at: 'authentic',
      is_first: 'authentic',
      age_mac: 'authentic',
      latest_verified_at: time,
    },
  },
  account_transfer: {
    columns: {
      app_id: 'finds',
      nonce_hash: 'finds',
      user_id: 'finds',
      source_user_id: 'authentic',
      type: 'finds',
      key: 'finds',
      data: 'authentic',
      expires_at: 'authentic',
      mac: 'authentic',
    },
  },
  account_undo: {
    columns: {
      id: 'authentic',
      token_hash: 'finds',
      app_id: 'finds',
      user_id: 'authentic',
      event_id: 'authentic',
      addresses: 'authentic',
      expires_at: 'authentic',
      type: 'authentic',
      key: 'authentic',
      data: ofLoginProfile,
      credential: 'authentic',
      account_mac: 'authentic',
      verified_email: 'authentic',
      email_mac: 'authentic',
      first_verified_at: 'authentic',
      is_first: 'authentic',
      age_mac: 'authentic',
      latest_verified_at: time,
      mac: 'authentic',
    },
  },
  held_account: {
    letsNoUserIn:
      'nothing reads it; an account that is put back by hand is one of linked_account, with its MAC',
  },
} as const
