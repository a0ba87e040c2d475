import type { Database } from '../db/schema.js'

/**
 * What becomes of a row in which this column was changed in the database (P5).
 *
 * - `authentic`: the row is refused, and operators are alarmed (`row_refused`).
 * - `sealed`: the column, or what it seals, opens in its own row only; the row is refused.
 * - `finds`: the row is looked up by it, so the owner's request finds none, and somebody else's a row that is not authentic.
 * - a sentence: the row is used as before, and why that lets nobody in.
 */
type ColumnRule = 'authentic' | 'sealed' | 'finds' | { harmless: string }

type TableRule<T extends keyof Database> =
  | { columns: Record<keyof Database[T] & string, ColumnRule> }
  | { letsNobodyIn: string }

const time = { harmless: 'shown, or for the order of rows' }
const ofLoginProfile = { harmless: 'what users and apps see of the account; its key decides' }
const inParts = {
  harmless:
    'a share of a key, of no use without the others, and checked by the frame against its hash',
}
const statusOnly = {
  harmless:
    'how far the root or device has come: its key is authentic, and the vault asks for second factors by itself',
}
const ofTokenHolder = {
  harmless:
    'counts only for a holder of the token, which the session’s row and the token’s own tag bind',
}

/**
 * Every column of every table: what a thief who writes to the database gains by changing it. The compiler asks for new tables
 * and columns; `row-columns.test.ts` changes each column that is not harmless.
 */
export const rowColumns = {
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
    letsNobodyIn:
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
      deleted_at: { harmless: 'a deleted user has no accounts and no sessions' },
      is_vault_deleted: {
        harmless: 'whether the vault is asked to forget the user; it asks nobody in',
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
      first_verified_at: time,
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
  held_account: {
    letsNobodyIn:
      'nothing reads it; an account that is put back by hand is one of linked_account, with its MAC',
  },
  one_time_code: {
    columns: {
      app_id: 'finds',
      channel: 'finds',
      purpose: 'finds',
      address: 'finds',
      flow_hash: 'authentic',
      network_hash: { harmless: 'who has the code may enter it anywhere' },
      code_hash: 'finds',
      link_hash: 'authentic',
      link_mac: 'authentic',
      asked_from: 'authentic',
      approved_at: 'authentic',
      approved_mac: 'authentic',
      flow_tries: {
        harmless: 'wrong codes of an address are also counted in the memory of each process',
      },
      network_tries: { harmless: 'as flow_tries' },
      other_tries: { harmless: 'as flow_tries' },
      used_at: { harmless: 'the hash names the ten minutes the code was made in' },
      created_at: 'authentic',
      expires_at: 'authentic',
    },
  },
  used_proof: {
    letsNobodyIn: 'a proof whose row is gone has to be presented again, and ends by its own time',
  },
  wallet_nonce: {
    letsNobodyIn:
      'a nonce proves nothing: the account’s key signs it, with the app’s domain and a time',
  },
  farcaster_login: {
    columns: {
      app_id: 'finds',
      nonce: { harmless: 'the account’s key signs it, with the app’s domain and a time' },
      channel_hash: 'finds',
      flow_hash: 'finds',
      network_hash: {
        harmless:
          'who has the channel’s token, from a network that the thief chooses, reads its answer',
      },
      answer: 'authentic',
      answer_mac: 'authentic',
      used_at: { harmless: 'as nonce' },
      created_at: time,
      expires_at: { harmless: 'as nonce' },
    },
  },
  farcaster_signer: {
    letsNobodyIn:
      'a key that may post for an account, and is the user’s own; its request is sealed',
  },
  passkey_challenge: {
    columns: {
      app_id: 'finds',
      challenge_hash: 'finds',
      purpose: 'finds',
      user_id: 'finds',
      user_handle: 'authentic',
      rp_id: 'authentic',
      relying_party: 'authentic',
      origin: 'authentic',
      flow_hash: 'finds',
      network_hash: 'authentic',
      created_at: time,
      expires_at: 'authentic',
      mac: 'authentic',
    },
  },
  oauth_credentials: {
    columns: {
      app_id: 'finds',
      provider: 'finds',
      client_id: 'authentic',
      client_secret: 'sealed',
      team_id: 'authentic',
      key_id: 'authentic',
      return_tokens: 'authentic',
      custom: 'authentic',
      updated_at: time,
      mac: 'authentic',
    },
  },
  oauth_flow: {
    columns: {
      app_id: 'finds',
      state_hash: 'authentic',
      provider: 'authentic',
      intent: 'authentic',
      user_id: 'authentic',
      client_state_hash: 'authentic',
      code_challenge: 'authentic',
      flow_hash: 'authentic',
      secrets: 'authentic',
      code_hash: 'finds',
      outcome: 'authentic',
      created_at: 'authentic',
      expires_at: 'authentic',
      returned_at: {
        harmless: 'whether the provider may answer again, with a state and code of its own',
      },
      used_at: 'finds',
      mac: 'authentic',
    },
  },
  recovery_account: {
    columns: {
      app_id: 'finds',
      user_id: 'finds',
      provider: 'finds',
      account_hash: 'finds',
      proven_at: { harmless: 'when an account is forgotten in which nothing is kept' },
      mac: 'authentic',
    },
  },
  cross_app_grant: {
    columns: {
      id: 'finds',
      app_id: 'finds',
      user_id: 'finds',
      requester: 'authentic',
      requester_app_id: 'authentic',
      requester_origin: 'authentic',
      requester_name: 'authentic',
      addresses: 'authentic',
      created_at: 'authentic',
      expires_at: 'authentic',
      last_used_at: time,
      mac: 'authentic',
    },
  },
  session: {
    columns: {
      app_id: 'finds',
      id: 'finds',
      user_id: 'authentic',
      created_at: time,
      expires_at: 'authentic',
      revoked_at: 'authentic',
      auth_time: 'authentic',
      amr: 'authentic',
      epoch: 'finds',
      mac: 'authentic',
      mfa_at_ms: 'authentic',
      mfa_mac: 'authentic',
      device: { harmless: 'shown to the user, and which logins are told as those of a new device' },
    },
  },
  refresh_token: {
    columns: {
      app_id: 'finds',
      token_hash: 'finds',
      session_id: 'authentic',
      seq: ofTokenHolder,
      used_at: ofTokenHolder,
      successor: { harmless: 'opens only with the token before it' },
      created_at: time,
      expires_at: ofTokenHolder,
    },
  },
  session_fork: {
    columns: {
      app_id: 'finds',
      token_hash: 'finds',
      session_id: 'authentic',
      used_at: ofTokenHolder,
      created_at: time,
      expires_at: ofTokenHolder,
    },
  },
  wallet_root: {
    columns: {
      app_id: 'finds',
      user_id: 'finds',
      wallet_id: 'authentic',
      state: statusOnly,
      imported: 'authentic',
      recovery_method: {
        harmless: 'authentic where the user has a secret; else there is one method',
      },
      recovery_locator: 'authentic',
      recovery_set_at: time,
      recovery_used_at: time,
      confirming_chain: 'authentic',
      custody_key: 'authentic',
      created_at: time,
      confirmed_at: time,
      mac: 'authentic',
    },
  },
  wallet_account: {
    columns: {
      app_id: 'finds',
      user_id: 'finds',
      wallet_id: 'finds',
      chain_type: 'authentic',
      wallet_index: 'authentic',
      address: 'authentic',
      public_key: 'authentic',
      mac: 'authentic',
    },
  },
  share_generation: {
    columns: {
      app_id: 'finds',
      user_id: 'finds',
      wallet_id: 'finds',
      generation_id: 'finds',
      state: statusOnly,
      device_public_key: 'authentic',
      auth_share: 'sealed',
      encrypted_recovery_share: inParts,
      device_hash: inParts,
      auth_hash: inParts,
      recovery_hash: inParts,
      created_at: time,
      last_used_at: time,
      revoked_at: time,
      auth_read_back: statusOnly,
      recovery_read_back: statusOnly,
      vouched: statusOnly,
      confirmed_root: statusOnly,
      recovery_key_id: { harmless: 'the vault gives a key to its own user only' },
      recovery_method: {
        harmless: 'authentic where the user has a secret; else there is one method',
      },
      recovery_locator: 'authentic',
      next_recovery_key_id: { harmless: 'as recovery_key_id' },
      next_encrypted_recovery_share: inParts,
      session_id: { harmless: 'whose end ends the device; one that ended has no MAC' },
      ended_at: { harmless: 'what ends a device takes its MAC' },
      mac: 'authentic',
    },
  },
  delegation: {
    columns: {
      app_id: 'finds',
      user_id: 'sealed',
      consent_id: 'sealed',
      wallet_id: 'sealed',
      chain_type: 'finds',
      wallet_index: { harmless: 'the signer signs with the key that its own consent names' },
      address: 'sealed',
      address_key: 'finds',
      app_share: 'sealed',
      created_at: time,
      last_used_at: time,
    },
  },
  open_consent: {
    letsNobodyIn: 'the signer keeps its own list of consents, and the user’s wallet signs each',
  },
  idempotent_request: {
    letsNobodyIn: 'the answer that a back end gets again; nothing is signed for it',
  },
  factor_reset: {
    letsNobodyIn: 'the vault counts the time of a reset, tells of it and ends it by itself',
  },
  contact_change: {
    letsNobodyIn: 'a list of work: the addresses are read from authentic rows',
  },
  recovery_key_ref: {
    letsNobodyIn: 'a list of work: which keys the vault is asked to delete',
  },
  rate_limit: {
    letsNobodyIn:
      'counters, lost by a crash; guesses of codes are also counted in the memory of each process',
  },
  analytics_event: { letsNobodyIn: 'nothing is decided by it' },
  audit_event: { letsNobodyIn: 'a record, whose chain shows changes' },
  audit_seal: { letsNobodyIn: 'the chain of the record, under a key that is not in the database' },
  audit_pending: { letsNobodyIn: 'a list of work of the record' },
  notice: {
    letsNobodyIn: 'messages without codes or links that log in; the vault tells users by itself',
  },
} as const satisfies { [T in keyof Database]: TableRule<T> }
