import { time } from './column-rule.js'

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

/** Columns of sessions and wallets, and tables of work and records: see `rowColumns`. */
export const sessionColumns = {
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
      recovery_set_at: 'authentic',
      recovery_used_at: time,
      confirming_chain: 'authentic',
      custody_key: 'authentic',
      created_at: 'authentic',
      confirmed_at: time,
      mac: 'authentic',
      age_mac: 'authentic',
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
      policy: 'sealed',
      created_at: time,
      last_used_at: time,
    },
  },
  program_request: {
    columns: {
      app_id: 'finds',
      device_code_hash: 'finds',
      user_code_hash: 'finds',
      name: 'authentic',
      public_key: 'authentic',
      asked: 'authentic',
      state: { harmless: 'what is answered is a grant for the key that asked, which is authentic' },
      grant_id: { harmless: 'a grant for another key than the one that asked is not answered' },
      interval_seconds: time,
      polled_at: time,
      created_at: time,
      expires_at: 'authentic',
      mac: 'authentic',
    },
  },
  program_grant: {
    columns: {
      app_id: 'finds',
      user_id: 'sealed',
      grant_id: 'finds',
      wallet_id: 'sealed',
      chain_type: 'sealed',
      wallet_index: { harmless: 'the signer signs with the key that its own consent names' },
      address: 'sealed',
      name: 'sealed',
      public_key: 'sealed',
      policy: 'sealed',
      app_share: 'sealed',
      created_at: time,
      ends_at: 'sealed',
      last_used_at: time,
    },
  },
  open_consent: {
    letsNoUserIn: 'the signer keeps its own list of consents, and the user’s wallet signs each',
  },
  idempotent_request: {
    letsNoUserIn: 'the answer that a back end gets again; nothing is signed for it',
  },
  factor_reset: {
    letsNoUserIn: 'the vault counts the time of a reset, tells of it and ends it by itself',
  },
  contact_change: {
    letsNoUserIn: 'a list of work: the addresses are read from authentic rows',
  },
  recovery_key_ref: {
    letsNoUserIn: 'a list of work: which keys the vault is asked to delete',
  },
  rate_limit: {
    letsNoUserIn:
      'counters, lost by a crash; guesses of codes are also counted in the memory of each process',
  },
  job_lease: { letsNoUserIn: 'which process does a job, whose work is claimed row by row' },
  program_heartbeat: { letsNoUserIn: 'which programs run, for operators' },
  analytics_event: { letsNoUserIn: 'nothing is decided by it' },
  audit_event: { letsNoUserIn: 'a record, whose chain shows changes' },
  audit_seal: { letsNoUserIn: 'the chain of the record, under a key that is not in the database' },
  audit_pending: { letsNoUserIn: 'a list of work of the record' },
  notice: {
    letsNoUserIn: 'messages without codes or links that log in; the vault tells users by itself',
  },
} as const
