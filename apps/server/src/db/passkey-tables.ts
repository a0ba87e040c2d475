/** A challenge that one response from one browser may answer. */
export interface PasskeyChallengeTable {
  app_id: string
  /** SHA-256. */
  challenge_hash: Buffer
  purpose: 'register' | 'authenticate' | 'link'
  /** The signed-in user who links; null for a login. */
  user_id: string | null
  /** `user.id` of the passkey to be made; null for a login. */
  user_handle: string | null
  rp_id: string
  /** URL that stands for the domain on the wire. */
  relying_party: string
  /** The only origin the response may come from. */
  origin: string
  /** SHA-256 of the nonce in the flow cookie of the browser that requested it. */
  flow_hash: Buffer
  /** Of the client network, for clients that keep no cookies. */
  network_hash: Buffer
  created_at: number
  expires_at: number
  /** See `authenticRows.passkeyChallenge`. */
  mac: Buffer | null
}
