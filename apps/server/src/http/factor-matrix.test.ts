import { type Api, actionOf, api, protectedActions, type Route } from '@sallyport/contract'
import {
  authOrigin,
  createInhabitant,
  createKitWithVault,
  dumpTables,
  headersOf,
  type Inhabitant,
  totpCodeAt,
} from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: Awaited<ReturnType<typeof createKitWithVault>>
beforeAll(async () => {
  world = await createKitWithVault({ app: { settings: { mfa_methods: ['totp'] } } })
})
afterAll(() => world.close())

/** What a request shows of a factor: the session it comes from, and a token of the vault. */
interface Shown {
  user: Inhabitant
  token: string
  mfaToken?: string
}
let serial = 0

/** Every route that demands a factor; those that may take the user's last factor away come last. */
const routes = Object.entries(api)
  .flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Route>).flatMap(([name, route]) => {
      const action = actionOf(feature as keyof Api, name, route)
      const isDemanding = action !== undefined && protectedActions[action] === 'fresh'
      return isDemanding ? [{ name: `${feature}.${name}`, route }] : []
    }),
  )
  .sort((a, b) => Number(isRemoval(a.name)) - Number(isRemoval(b.name)))

function isRemoval(name: string): boolean {
  return /unenroll|passkeysEnrollment/i.test(name)
}

function createUser(): Promise<Inhabitant> {
  serial += 1
  const email = `matrix${serial}@example.com`
  return createInhabitant(world.kit, { email, vaultPublicKey: world.vault.publicKey })
}

/** Makes an authenticator app a factor of the user's session, which has proven it by that. */
async function createEnrolled() {
  const user = await createUser()
  const { body } = await world.kit.call(api.mfa.totpInit, { body: {} }, user.frame)
  const code = totpCodeAt(body.totpSecret, world.kit.clock.nowMs())
  const enrolled = await world.kit.call(api.mfa.totpEnroll, { body: { code } }, user.frame)
  // The client's answer has success alone; the frame reads the token beside it.
  const { token: mfaToken } = enrolled.body as { token: string }
  return { user, secret: body.totpSecret, token: user.session.token, mfaToken }
}

/** A further session of the user that has proven the factor. */
async function proveElsewhere({ user, secret }: { user: Inhabitant; secret: string }) {
  const { token } = await world.kit.signIn(user.email)
  world.kit.clock.advance(30_000)
  const { body } = await world.kit.call(
    api.mfa.totpVerify,
    { body: { code: totpCodeAt(secret, world.kit.clock.nowMs()) } },
    { token, origin: authOrigin },
  )
  return { token, mfaToken: body.token }
}

const refusals = {
  passes: undefined,
  demanded: 'missing_or_invalid_mfa',
  invalid: 'expired_or_invalid_mfa_token',
} as const

/** One column of the matrix: what is shown, and what every protected action answers. */
const columns: Record<
  string,
  {
    verdict: keyof typeof refusals
    /** Routes with another verdict in this column. */
    except?: Readonly<Record<string, keyof typeof refusals>>
    show(): Promise<Shown>
  }
> = {
  'a user without a factor passes': {
    verdict: 'passes',
    show: async () => {
      const user = await createUser()
      return { user, token: user.session.token }
    },
  },
  'a fresh factor passes': { verdict: 'passes', show: createEnrolled },
  'a fresh factor of the session passes without the token, except at recovery': {
    verdict: 'passes',
    // The vault releases no recovery key on the word of the API: it wants its own token (P6).
    except: { 'embeddedWallet.recover': 'demanded' },
    show: async () => {
      const { user, token } = await createEnrolled()
      return { user, token }
    },
  },
  'a factor proven more than 15 minutes ago is demanded again': {
    verdict: 'demanded',
    show: async () => {
      const { user, token } = await createEnrolled()
      world.kit.clock.advance(15 * 60_000 + 1)
      return { user, token }
    },
  },
  'a new session of the user has to prove the factor': {
    verdict: 'demanded',
    show: async () => {
      const { user } = await createEnrolled()
      return { user, token: (await world.kit.signIn(user.email)).token }
    },
  },
  'the token of another user is refused': {
    verdict: 'invalid',
    show: async () => {
      const { user, token } = await createEnrolled()
      return { user, token, mfaToken: (await createEnrolled()).mfaToken }
    },
  },
  'the token of another session is refused': {
    verdict: 'invalid',
    show: async () => {
      const enrolled = await createEnrolled()
      const { user, token } = enrolled
      return { user, token, mfaToken: (await proveElsewhere(enrolled)).mfaToken }
    },
  },
  'after the last factor was removed no session is asked for it': {
    verdict: 'passes',
    show: async () => {
      const { user, mfaToken } = await createEnrolled()
      const proven = { ...user.frame, headers: { 'privy-mfa-token': mfaToken } }
      await world.kit.call(api.mfa.totpUnenroll, { body: {} }, proven)
      return { user, token: (await world.kit.signIn(user.email)).token }
    },
  },
}

test.each(Object.entries(columns))('MFA-01: %s, by every protected action', async (_, column) => {
  const shown = await column.show()
  const before = await dumpTables(world.kit.db)
  const answers = []
  for (const { name, route } of routes) answers.push([name, await refusalOf(name, route, shown)])
  const verdictOf = (name: string) => refusals[column.except?.[name] ?? column.verdict]
  expect(answers).toEqual(routes.map(({ name }) => [name, verdictOf(name)]))
  if (column.verdict !== 'passes') expect(await dumpTables(world.kit.db)).toBe(before)
})

test('the matrix has every protected action', () => {
  expect(routes.length).toBeGreaterThan(35)
})

/** The refusal that is about the factor; undefined when the route got past it. */
async function refusalOf(name: string, route: Route, { user, token, mfaToken }: Shown) {
  const { kit } = world
  const params: Record<string, string> = { ...user.params, app_id: kit.appId }
  const answer = await kit.server.inject({
    method: route.method,
    url: `${route.prefixes?.[0] ?? '/api/v1'}${route.path.replaceAll(/\{(\w+)\}/g, (_, key) => params[key] ?? '')}`,
    headers: {
      'content-type': 'application/json',
      ...(mfaToken ? { 'privy-mfa-token': mfaToken } : {}),
      ...headersOf(kit.appId, {
        token,
        ...(route.auth === 'frame' && { origin: authOrigin }),
      }),
    },
    payload: JSON.stringify(user.bodies[name.split('.')[1] ?? ''] ?? {}),
  })
  const { code } = answer.json()
  return Object.values(refusals).find((each) => each !== undefined && each === code)
}
