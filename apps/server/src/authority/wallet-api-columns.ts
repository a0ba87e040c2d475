/** Tables of the wallet API: see `rowColumns`. The signer judges by rows of its own, which name each wallet's owner and policies. */
export const walletApiColumns = {
  server_wallet: {
    letsNoUserIn:
      'what calls show of a wallet; the signer knows owner and policies, and a half opens in its own row only',
  },
  wallet_quorum: { letsNoUserIn: 'what calls show of a quorum; the signer has its own' },
  wallet_transaction: {
    letsNoUserIn:
      'what was signed already, and how it fares; the bytes are signed by the signer alone',
  },
  wallet_lane: { letsNoUserIn: 'who chooses the next nonce; the network takes each nonce once' },
  app_event: { letsNoUserIn: 'a record of what happened' },
  webhook_endpoint: {
    letsNoUserIn: 'where a record of what happened goes; who writes it can read the record as well',
  },
  webhook_delivery: { letsNoUserIn: 'which record goes where, and when' },
  webhook_attempt: { letsNoUserIn: 'how it went' },
  wallet_intent: {
    letsNoUserIn:
      'requests and signatures of members, which the signer verifies over the same bytes',
  },
} as const
