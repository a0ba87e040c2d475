import type { CustomProvider, LoginSwitch, Route } from '@sallyport/contract'
import { type Answer, browserCookies, type CallOptions, type Failure } from '../call.js'
import type { TestKit } from '../kit.js'

/** What the matrix of login methods tests of each. */
export const matrixCells = [
  'sign up and sign in',
  'method off',
  'past the allow-list',
  'on the deny list',
  'user limit',
  'link',
  'conflict',
  'transfer',
  'unlink',
  'unlink the sole one',
  'link while the method is off',
  'link past the allow-list',
  'guest of a full app',
  'second factor',
  'replay',
  'two browsers at once',
  'fifty at once',
  'where cookies are kept',
  'where none are kept',
] as const
/** A cell of the matrix. */
export type MatrixCell = (typeof matrixCells)[number]

/** Who proves an account: an app's page, with the token of a user who links. */
export interface Prover extends Pick<CallOptions, 'ip' | 'token'> {
  appId: string
}

/** An answer of any route. */
export type AnyAnswer = Answer<{
  code?: string
  data?: Record<string, unknown>
  is_new_user?: boolean
  id?: string
  is_guest?: boolean
  token?: string | null
  wallet_grant?: string
  linked_accounts?: AnyAccount[]
  user?: { id: string; is_guest: boolean; linked_accounts: AnyAccount[] } | null
}>

/** A linked account of any type, as an answer has it. */
export interface AnyAccount {
  type: string
  latest_verified_at: number | null
  [field: string]: unknown
}

/** What the browser sends to log in or to link. */
export interface Proven {
  /** Fields of the body. */
  proof: object
  /** Of the browser, where the method needs it. */
  cookie?: string
  /** The route of this login, where a method has several. */
  login?: Route
}

/** A login method as the matrix drives it; each proof of one `name` is of the same account. */
export interface MethodEntry {
  /** `login` opens the session. Without the others the cells that need them are skipped, with a sentence. */
  routes: { login: Route; link?: Route; unlink?: Route; transfer?: Route }
  /** Further routes of the method that open a session. */
  alsoOpens?: readonly Route[]
  setting: LoginSwitch | CustomProvider
  /** What turns the method off, where that is not its setting. */
  whileOff?: Record<string, unknown>
  /** Guests count for nothing and have no mode. */
  isGuest: boolean
  /** Proves the account once, as far as its login or link, or tells why the start was refused. */
  prove(name: string, prover: Prover): Promise<Proven | { refused: AnyAnswer }>
  /** Proves an account that the app does not know, where `prove` would make the account. */
  proveUnknown?(prover: Prover): Promise<Proven>
  /** The body that unlinks the account, which is one of `accounts`. */
  unlinkBody?(name: string, accounts: readonly AnyAccount[]): object
  /** The body that transfers the account, without the nonce; `offered` is the data of `account_transfer_required`. */
  transferBody?(name: string, offered: Record<string, unknown>): object
  /** The entry of the allow-list that names the account, if one can. */
  entry?(name: string): { type: string; value: string }
  /** The entry of the deny list that names the account, where it is another one than of the allow-list. */
  denyEntry?(name: string): { type: string; value: string }
  /** Cells that this method cannot have, each with the reason in a sentence. */
  skips: Partial<Record<MatrixCell, string>>
}

/** A proof that begins with a call: `proof` makes it of the answer unless the call was refused. */
export async function proveAfter<B>(
  started: Promise<Answer<B & Partial<Failure>>>,
  proof: (body: B) => object,
): Promise<Proven | { refused: AnyAnswer }> {
  const answer = await started
  // A refusal's body has the fields of `AnyAnswer` that it has.
  if (answer.status !== 200) return { refused: answer as AnyAnswer }
  return { proof: proof(answer.body) }
}

/** What is presented, with further headers of the browser's client. */
type Presented = Pick<Proven, 'proof' | 'cookie'> & { headers?: Record<string, string> }

/** Calls a route with a body that its entry made. */
export async function present(
  kit: TestKit,
  route: Route,
  { proof: body, cookie, headers: more }: Presented,
  caller: Prover,
): Promise<AnyAnswer> {
  const headers = { headers: { ...browserCookies(caller.token, cookie), ...more } }
  // The server's schemas check the body that the entry made.
  return (await kit.call(route, { body } as never, { ...caller, ...headers })) as AnyAnswer
}

/** Remembers one value for each name. */
export function memo<T>(create: (serial: number) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const value = known.get(name) ?? create(known.size)
    known.set(name, value)
    return value
  }
}
