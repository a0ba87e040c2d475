import { time } from './column-rule.js'

/** Columns of what is under way, and of grants: see `rowColumns`. */
export const loginColumns = {
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
    letsNoUserIn: 'a proof whose row is gone has to be presented again, and ends by its own time',
  },
  wallet_nonce: {
    letsNoUserIn:
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
    letsNoUserIn:
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
} as const
