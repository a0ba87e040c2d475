import type { ImportAccount, LinkedAccount, OAuthProvider } from '@sallyport/contract'
import type { ProvenAccount } from './proven-account.js'

type DataOf<T> = Extract<ProvenAccount, { type: T }>['data']
type ImportOf<T> = Extract<ImportAccount, { type: T }>
type FieldOf<T> = keyof Extract<LinkedAccount, { type: T }>

/** What the server knows about the accounts of a provider. */
interface OAuthAccount<T extends `${OAuthProvider}_oauth`> {
  /** What a user recognises the account by. */
  displayName(data: DataOf<T>): string | null | undefined
  /** The fields an identity token carries beside the subject, and their names in it (wire reference §5.4). */
  tokenFields: Partial<Record<FieldOf<T>, string>>
  /** How an imported account is stored: as when a login proves it. */
  readImport(account: ImportOf<T>): DataOf<T>
}

const byUsername = { tokenFields: { username: 'username' } }
const byEmail = { tokenFields: { email: 'email' } }

/** The accounts of every provider, by their type. */
export const oauthAccounts: { [T in `${OAuthProvider}_oauth`]: OAuthAccount<T> } = {
  google_oauth: {
    ...byEmail,
    displayName: ({ email }) => email,
    readImport: ({ subject, email, name }) => ({ subject, email, name }),
  },
  twitter_oauth: {
    tokenFields: { username: 'username', name: 'name', profile_picture_url: 'pfp' },
    displayName: ({ username, name }) => username ?? name,
    readImport: ({ subject, username, name, profile_picture_url = null }) => ({
      subject,
      username,
      name,
      profile_picture_url,
    }),
  },
  discord_oauth: {
    ...byUsername,
    displayName: ({ username, email }) => username ?? email,
    readImport: ({ subject, username, email = null }) => ({
      subject,
      username: withDiscriminator(username),
      email,
    }),
  },
  github_oauth: {
    ...byUsername,
    displayName: ({ username, name, email }) => username ?? name ?? email,
    readImport: ({ subject, username, name = null, email = null }) => ({
      subject,
      username,
      name,
      email,
    }),
  },
  linkedin_oauth: {
    ...byEmail,
    displayName: ({ name, email }) => name ?? email,
    readImport: ({ subject, name, email = null, vanityName }) => ({
      subject,
      email,
      ...(name === undefined ? {} : { name }),
      ...(vanityName === undefined ? {} : { vanity_name: vanityName }),
    }),
  },
  spotify_oauth: {
    ...byEmail,
    displayName: ({ name, email }) => name ?? email,
    readImport: ({ subject, name = null, email = null }) => ({ subject, email, name }),
  },
  instagram_oauth: {
    ...byUsername,
    displayName: ({ username }) => username,
    readImport: ({ subject, username }) => ({ subject, username }),
  },
  tiktok_oauth: {
    ...byUsername,
    displayName: ({ username, name }) => username ?? name,
    readImport: ({ subject, username, name }) => ({ subject, username, name }),
  },
  apple_oauth: {
    ...byEmail,
    displayName: ({ email }) => email,
    readImport: ({ subject, email = null }) => ({ subject, email }),
  },
  twitch_oauth: {
    ...byUsername,
    displayName: ({ username }) => username,
    readImport: ({ subject, username = null }) => ({ subject, username }),
  },
  line_oauth: {
    ...byEmail,
    displayName: ({ name, email }) => name ?? email,
    readImport: ({ subject, name = null, email = null, profile_picture_url = null }) => ({
      subject,
      name,
      email,
      profile_picture_url,
    }),
  },
}

/** Names without a discriminator carry `#0` (wire reference §23). */
function withDiscriminator(username: string): string {
  return /#\d+$/.test(username) ? username : `${username}#0`
}
