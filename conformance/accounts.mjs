/** One account of each type that a back end imports, as each client writes them. */
import { ethereumWallet } from './cases/wallets.mjs'

let serial = 0

/** Accounts of one person under new names, and what they are found by. */
export function newAccounts() {
  const unique = `${Date.now() % 100_000_000}${serial++}`
  const { address } = ethereumWallet()
  const found = {
    email: `imported-${unique}@example.com`,
    phone: `+1201555${String(1000 + (Number(unique) % 8999))}`,
    wallet: address,
    fid: 1_000_000 + (Number(unique) % 100_000_000),
    discord: `d${unique}`,
    github: `g${unique}`,
    twitter: `t${unique}`.slice(0, 15),
    twitterSubject: `ts${unique}`,
    telegramId: unique,
    telegram: `tg${unique}`,
    customUserId: `own-${unique}`,
  }
  return {
    found,
    wire: [
      { type: 'email', address: found.email },
      { type: 'phone', number: found.phone },
      { type: 'wallet', address, chain_type: 'ethereum' },
      {
        type: 'google_oauth',
        subject: `go${unique}`,
        email: `google-${unique}@example.com`,
        name: 'Ada Lovelace',
      },
      {
        type: 'twitter_oauth',
        subject: found.twitterSubject,
        name: 'Ada',
        username: found.twitter,
      },
      { type: 'discord_oauth', subject: `d${unique}`, username: found.discord },
      { type: 'github_oauth', subject: `g${unique}`, username: found.github },
      { type: 'spotify_oauth', subject: `s${unique}` },
      { type: 'instagram_oauth', subject: `i${unique}`, username: `i${unique}` },
      { type: 'tiktok_oauth', subject: `tt${unique}`, username: `tt${unique}`, name: null },
      { type: 'linkedin_oauth', subject: `l${unique}` },
      { type: 'apple_oauth', subject: `a${unique}` },
      { type: 'farcaster', fid: found.fid, owner_address: address, username: 'ada' },
      {
        type: 'telegram',
        telegram_user_id: found.telegramId,
        first_name: 'Ada',
        username: found.telegram,
      },
      { type: 'custom_auth', custom_user_id: found.customUserId },
    ],
  }
}

/** The same accounts as the older client takes them. */
export function inCamelCase(accounts) {
  return accounts.map((account) =>
    Object.fromEntries(
      Object.entries(account).map(([key, value]) => [
        key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
        value,
      ]),
    ),
  )
}
