import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { asSignedIn, createTestKit, fuzz, fuzzTimeFactor, type TestKit } from '@sallyport/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * A session family against its model, on the real server and a real database. The model says, from the rules alone
 * (security design 3.1 to 3.3), what each call must answer; the commands come in any order, also many at once, and the
 * clock moves between them. Invariants: one successor per refresh token, and what was used up or ended stays so.
 */

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

interface ModelToken {
  text: string
  issuedAt: number
  usedAt?: number
}
interface ModelSession {
  /** Oldest first; each but the last is used. */
  tokens: ModelToken[]
  access: { text: string; issuedAt: number }[]
  openedAt: number
  isOver: boolean
}
interface Model {
  sessions: ModelSession[]
}

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const now = () => kit.clock.nowMs()
const isOpen = (session: ModelSession) => !session.isOver && now() < session.openedAt + 90 * day
const isAlive = (token: ModelToken, { openedAt }: ModelSession) =>
  now() < Math.min(token.issuedAt + 30 * day, openedAt + 90 * day)

const refresh = async (token: string, access?: string) => {
  const input = { body: { refresh_token: token } }
  const { status, body } = await kit.call(
    api.session.refresh,
    input,
    access ? { token: access } : {},
  )
  return { status, body, action: body.data?.session_update_action }
}
const logout = async (body: { refresh_token?: string }, access?: string) =>
  (await kit.call(api.session.logout, { body }, access ? { token: access } : {})).body

/** What presenting a token must lead to. */
function expected(session: ModelSession, token: ModelToken): 'rotate' | 'again' | 'clear' {
  const { tokens } = session
  const newest = tokens.at(-1)!
  if (token === newest) return isOpen(session) && isAlive(token, session) ? 'rotate' : 'clear'
  const isPredecessor = tokens.at(-2) === token
  const inGrace = token.usedAt !== undefined && now() - token.usedAt <= 30 * second
  return isOpen(session) && isPredecessor && inGrace ? 'again' : 'clear'
}

/** Presents a token and holds the answer against the model; the model then knows what the client would. */
async function present(session: ModelSession, token: ModelToken, access?: string): Promise<void> {
  const outcome = expected(session, token)
  const { status, body, action } = await refresh(token.text, access)
  if (outcome === 'clear') {
    expect([status, body.code, action]).toEqual([401, 'missing_or_invalid_token', 'clear'])
    session.isOver = true
    return
  }
  expect([status, body.session_update_action]).toEqual([200, 'set'])
  noteAnswer(session, token, asSignedIn(body))
}

function noteAnswer(
  session: ModelSession,
  token: ModelToken,
  answer: { refresh_token: string; token: string },
): void {
  const successor = session.tokens[session.tokens.indexOf(token) + 1]
  if (successor === undefined) {
    token.usedAt = now()
    session.tokens.push({ text: answer.refresh_token, issuedAt: now() })
  } else {
    expect(answer.refresh_token).toBe(successor.text)
  }
  session.access.push({ text: answer.token, issuedAt: now() })
}

type Command = fc.AsyncCommand<Model, object>

class Login implements Command {
  check = ({ sessions }: Model) => sessions.length < 3
  async run({ sessions }: Model) {
    const guestCredential = randomBytes(32).toString('base64url')
    const { body } = await kit.call(api.guest.authenticate, {
      body: { guest_credential: guestCredential },
    })
    const { refresh_token: text, token } = asSignedIn(body)
    const openedAt = now()
    sessions.push({
      tokens: [{ text, issuedAt: openedAt }],
      access: [{ text: token, issuedAt: openedAt }],
      openedAt,
      isOver: false,
    })
  }
  toString = () => 'login'
}

/** A command about one of the sessions there are. */
abstract class OnSession implements Command {
  constructor(readonly which: number) {}
  check = ({ sessions }: Model) => sessions.length > 0
  run({ sessions }: Model) {
    return this.act(sessions[this.which % sessions.length]!, sessions)
  }
  abstract act(session: ModelSession, all: ModelSession[]): Promise<void>
  toString() {
    return `${this.constructor.name}(${this.which})`
  }
}

class Refresh extends OnSession {
  act(session: ModelSession) {
    return present(session, session.tokens.at(-1)!)
  }
}
/** Any token of the chain, as a client whose answer was lost, or a thief, would: 1 is the predecessor. */
class PresentOlder extends OnSession {
  constructor(
    which: number,
    readonly back: number,
  ) {
    super(which)
  }
  act(session: ModelSession) {
    const { tokens } = session
    return present(session, tokens[Math.max(0, tokens.length - 1 - this.back)]!)
  }
  override toString = () => `PresentOlder(${this.which}, ${this.back})`
}
class RefreshAtOnce extends OnSession {
  async act(session: ModelSession) {
    const token = session.tokens.at(-1)!
    const outcome = expected(session, token)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(token.text)))
    if (outcome === 'clear') {
      expect(answers.map(({ action }) => action)).toEqual(Array(4).fill('clear'))
      session.isOver = true
      return
    }
    for (const { body } of answers) noteAnswer(session, token, asSignedIn(body))
  }
}
/** The access token of another session beside this one's refresh token: neither may suffer. */
class MixSessions extends OnSession {
  async act(session: ModelSession, all: ModelSession[]) {
    const other = all.find((each) => each !== session)
    if (other === undefined) return
    const { status, action } = await refresh(session.tokens.at(-1)!.text, other.access.at(-1)!.text)
    expect([status, action]).toEqual([401, 'ignore'])
  }
}
class MadeUpToken extends OnSession {
  async act({ access }: ModelSession) {
    const { action } = await refresh(randomBytes(32).toString('base64url'), access.at(-1)!.text)
    expect(action).toBe('ignore')
  }
}
class UseAccess extends OnSession {
  constructor(
    which: number,
    readonly back: number,
  ) {
    super(which)
  }
  async act(session: ModelSession) {
    const { access } = session
    const { text, issuedAt } = access[Math.max(0, access.length - 1 - this.back)]!
    const isGood = isOpen(session) && now() < Math.floor(issuedAt / 1000) * 1000 + hour + 5 * second
    const { status } = await kit.call(api.user.me, {}, { token: text })
    expect(status).toBe(isGood ? 200 : 401)
  }
  override toString = () => `UseAccess(${this.which}, ${this.back})`
}
class Leave extends OnSession {
  constructor(
    which: number,
    readonly how: 'access' | 'newest' | 'oldest',
  ) {
    super(which)
  }
  async act(session: ModelSession) {
    const { tokens, access } = session
    const token = this.how === 'newest' ? tokens.at(-1)! : tokens[0]!
    const body = await (this.how === 'access'
      ? logout({}, access[0]!.text)
      : logout({ refresh_token: token.text }))
    expect(body.success ?? body.code).toBe(isOpen(session) ? true : 'already_logged_out')
    session.isOver = true
  }
  override toString = () => `Leave(${this.which}, ${this.how})`
}
class Wait implements Command {
  constructor(readonly ms: number) {}
  check = () => true
  async run() {
    kit.clock.advance(this.ms)
  }
  toString = () => `Wait(${this.ms} ms)`
}

const which = fc.nat(5)
const commands = fc.commands(
  [
    fc.constant(new Login()),
    which.map((n) => new Refresh(n)),
    which.map((n) => new Refresh(n)),
    fc.tuple(which, fc.constantFrom(1, 1, 1, 2, 5)).map(([n, back]) => new PresentOlder(n, back)),
    which.map((n) => new RefreshAtOnce(n)),
    which.map((n) => new MixSessions(n)),
    which.map((n) => new MadeUpToken(n)),
    fc.tuple(which, fc.constantFrom(0, 0, 1, 3)).map(([n, back]) => new UseAccess(n, back)),
    fc
      .tuple(which, fc.constantFrom('access' as const, 'newest' as const, 'oldest' as const))
      .map(([n, how]) => new Leave(n, how)),
    fc
      .constantFrom(
        second,
        29 * second,
        second,
        30 * second,
        30 * second + 1,
        hour,
        29 * day,
        30 * day,
      )
      .map((ms) => new Wait(ms)),
  ],
  { maxCommands: 50, size: 'max' },
)

/** Chains as the database holds them: every used token has exactly one child, and only the last is unused. */
async function expectOneChain(): Promise<void> {
  const tokens = await kit.db
    .selectFrom('refresh_token')
    .select(['session_id', 'seq', 'used_at'])
    .orderBy('session_id')
    .orderBy('seq')
    .execute()
  for (const [index, { session_id: session, seq, used_at: usedAt }] of tokens.entries()) {
    const next = tokens[index + 1]
    const isLast = next?.session_id !== session
    expect([session, seq, usedAt === null]).toEqual([session, seq, isLast])
    if (!isLast) expect(next?.seq).toBe(seq + 1)
  }
}

describe('session family', () => {
  test(
    'SES-05 SES-06 SES-07 SES-09 SES-10 SES-23 SES-24: does what its model says, in any order of calls',
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (sequence) => {
          const model: Model = { sessions: [] }
          await new Login().run(model)
          await fc.asyncModelRun(() => ({ model, real: {} }), sequence)
          // I3: what is over stays over, whatever came after it.
          for (const session of model.sessions.filter((each) => !isOpen(each))) {
            for (const { text } of session.tokens)
              expect((await refresh(text)).action).toBe('clear')
          }
        }),
        fuzz(80),
      )
      await expectOneChain()
    },
    300_000 * fuzzTimeFactor,
  )
})
