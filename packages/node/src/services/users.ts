import type { Api, ImportUser, RouteResponse, User } from '@sallyport/contract'
import type { serverWallets } from '@sallyport/contract/wallet-api'
import { type CallOptions, type Input, splitInput } from '../http/call-options.js'
import type { BodyOf, Head, QueryOf, Send } from '../http/heads.js'
import { type Pages, pagesOf } from '../http/pages.js'
import type { IdentityUser } from '../tokens/identity-user.js'
import type { TokenVerifier } from '../tokens/verify.js'
import { userHeads as heads } from './user-heads.js'
import { walletHeads } from './wallet-heads.js'

type Users = Api['users']
type LookUp = Users['byEmail' | 'byPhone' | 'byWallet' | 'byFarcaster' | 'byGithub']

/** The app's users. Look-ups of a user that there is not reject with `user_does_not_exist`. */
export interface UsersService {
  /** A user by id; or the user of an identity token, which is verified without a call to the server. */
  get(user_id: string, options?: CallOptions): Promise<User>
  get(token: { id_token: string }): Promise<IdentityUser>
  getByEmailAddress(input: Input<BodyOf<Users['byEmail']>>): Promise<User>
  getByPhoneNumber(input: Input<BodyOf<Users['byPhone']>>): Promise<User>
  getByWalletAddress(input: Input<BodyOf<Users['byWallet']>>): Promise<User>
  getBySmartWalletAddress(input: Input<BodyOf<Users['bySmartWallet']>>): Promise<User>
  getByFarcasterID(input: Input<BodyOf<Users['byFarcaster']>>): Promise<User>
  getByDiscordUsername(input: Input<BodyOf<Users['byDiscord']>>): Promise<User>
  getByGitHubUsername(input: Input<BodyOf<Users['byGithub']>>): Promise<User>
  getByTwitterUsername(input: Input<BodyOf<Users['byTwitter']>>): Promise<User>
  getByTwitterSubject(input: Input<BodyOf<Users['byTwitterSubject']>>): Promise<User>
  getByTelegramUserID(input: Input<BodyOf<Users['byTelegram']>>): Promise<User>
  getByTelegramUsername(input: Input<BodyOf<Users['byTelegramUsername']>>): Promise<User>
  getByCustomAuthID(input: Input<BodyOf<Users['byCustomAuth']>>): Promise<User>
  /** Newest first. */
  list(query?: QueryOf<Users['list']>, options?: CallOptions): Pages<User>
  /** By a part of what accounts are named by, or by lists of accounts. */
  search(input: Input<BodyOf<Users['search']>>): Pages<User>
  /** Creates a user with accounts that the app vouches for. */
  create(input: Input<BodyOf<Users['import']>>): Promise<User>
  /** Creates up to 20 users; each is created or refused on its own. */
  createBatch(
    input: Input<{ users: readonly ImportUser[] }>,
  ): Promise<RouteResponse<Users['importMany']>>
  /** Creates server wallets that a user owns, also ahead of the first login. */
  pregenerateWallets(
    user_id: string,
    input: Input<BodyOf<typeof serverWallets.createForUser>>,
  ): Promise<User>
  /** Replaces the custom metadata. */
  setCustomMetadata(
    user_id: string,
    input: Input<BodyOf<Users['setCustomMetadata']>>,
  ): Promise<User>
  /** Unlinks an account and ends the user's sessions. */
  unlinkLinkedAccount(user_id: string, input: Input<BodyOf<Users['unlink']>>): Promise<User>
  /** Deletes a user: sessions end at once. */
  delete(user_id: string, options?: CallOptions): Promise<void>
}

/** The service over `send`. */
export function createUsers(send: Send, verifier: TokenVerifier): UsersService {
  /** The look-ups have one form: a body, and the user with that account. */
  const lookUp =
    <B>(head: unknown) =>
    (input: Input<B>): Promise<User> => {
      const { body, options } = splitInput<B>(input)
      return send(head as Head<LookUp>, { body } as never, options)
    }

  function get(user_id: string, options?: CallOptions): Promise<User>
  function get(token: { id_token: string }): Promise<IdentityUser>
  function get(given: string | { id_token: string }, options?: CallOptions) {
    return typeof given === 'string'
      ? send(heads.get, { params: { user_id: given } }, options)
      : verifier.verifyIdentityToken(given.id_token)
  }

  return {
    get,
    getByEmailAddress: lookUp(heads.byEmail),
    getByPhoneNumber: lookUp(heads.byPhone),
    getByWalletAddress: lookUp(heads.byWallet),
    getBySmartWalletAddress: lookUp(heads.bySmartWallet),
    getByFarcasterID: lookUp(heads.byFarcaster),
    getByDiscordUsername: lookUp(heads.byDiscord),
    getByGitHubUsername: lookUp(heads.byGithub),
    getByTwitterUsername: lookUp(heads.byTwitter),
    getByTwitterSubject: lookUp(heads.byTwitterSubject),
    getByTelegramUserID: lookUp(heads.byTelegram),
    getByTelegramUsername: lookUp(heads.byTelegramUsername),
    getByCustomAuthID: lookUp(heads.byCustomAuth),
    list: (query = {}, options) =>
      pagesOf((cursor = query.cursor) =>
        send(heads.list, { query: { ...query, cursor } }, options),
      ),
    search: (input) => {
      const { body, options } = splitInput<BodyOf<Users['search']>>(input)
      return pagesOf((cursor) =>
        send(heads.search, { body: { ...body, ...(cursor && { cursor }) } }, options),
      )
    },
    create: (input) => {
      const { body, options } = splitInput<BodyOf<Users['import']>>(input)
      return send(heads.import, { body }, options)
    },
    createBatch: (input) => {
      const { body, options } = splitInput<{ users: readonly ImportUser[] }>(input)
      return send(heads.importMany, { body: { users: [...body.users] } }, options)
    },
    pregenerateWallets: (user_id, input) => {
      const { body, options } = splitInput<BodyOf<typeof serverWallets.createForUser>>(input)
      return send(walletHeads.createForUser, { params: { user_id }, body }, options)
    },
    setCustomMetadata: (user_id, input) => {
      const { body, options } = splitInput<BodyOf<Users['setCustomMetadata']>>(input)
      return send(heads.setCustomMetadata, { params: { user_id }, body }, options)
    },
    unlinkLinkedAccount: (user_id, input) => {
      const { body, options } = splitInput<BodyOf<Users['unlink']>>(input)
      return send(heads.unlink, { params: { user_id }, body }, options)
    },
    delete: async (user_id, options) => {
      await send(heads.delete, { params: { user_id } }, options)
    },
  }
}
