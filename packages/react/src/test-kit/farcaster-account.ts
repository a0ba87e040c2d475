import type { LinkedAccount } from '@sallyport/contract'

/** The account of a login with Farcaster. */
export const farcasterAccount: LinkedAccount = {
  type: 'farcaster',
  fid: 1001,
  owner_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  username: 'ada',
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: null,
}
