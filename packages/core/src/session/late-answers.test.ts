import { storageKeys } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { login } from '../features/email.js'
import { type SallyportClient, session, sms, user } from '../index.js'
import { testAppId } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import { createMemoryStorage } from '../test-kit/storage.js'

const bob = { email: 'bob@example.com', code: '123456' }

afterEach(cleanUp)

/** A fetch that keeps the answer of one path until `release`; `arrived` resolves when the server has given it. */
function holding(path: string) {
  let release = () => {}
  let arrive = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const held: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).endsWith(path)) return response
    arrive()
    await gate
    return response
  }
  return { fetch: held, arrived, release }
}

/** A tab that was opened by a signed-in user and waits for the server to say who that is. */
async function starting() {
  const kit = await setup()
  const first = await kit.signedIn()
  first.destroy()
  const held = holding('/users/me')
  const client = kit.tab({ fetch: held.fetch })
  const started = client.start()
  await held.arrived
  const release = () => {
    held.release()
    return started
  }
  return { ...kit, client, release }
}

describe('an answer about a session that is over', () => {
  test('does not log in again after a logout', async () => {
    const { client, storage, release } = await starting()

    await session.logout(client)
    await release()

    expect(client.state).toMatchObject({ status: 'ready', user: null })
    expect(storage.getItem(storageKeys.identityToken)).toBeNull()
  })

  test('shows no user over the tokens of a later login', async () => {
    const { client, release } = await starting()

    await session.logout(client)
    await login(client, bob)
    await release()

    expect(client.state.user?.email?.address).toBe(bob.email)
  })

  test('is shown when the tokens were only exchanged meanwhile', async () => {
    const { client, release } = await starting()

    await session.refreshUser(client)
    await release()

    expect(client.state.user?.email?.address).toBe('ada@example.com')
  })

  test('changes no user: terms accepted by a user who has logged out', async () => {
    const { signedIn } = await setup()
    const held = holding('/accept_terms')
    const client = await signedIn({ fetch: held.fetch })
    const accepting = user.acceptTerms(client)
    await held.arrived

    await session.logout(client)
    held.release()
    await accepting

    expect(client.state.user).toBeNull()
  })
})

describe('an answer that is older than a change of the user', () => {
  const phoneNumber = '+12015550123'
  const times = { verified_at: 1, first_verified_at: 1, latest_verified_at: 1 }
  const phone = { type: 'phone', phoneNumber, number: phoneNumber, ...times } as const
  const link = (client: SallyportClient) => sms.link(client, { phoneNumber, code: '123456' })

  test('does not take the change back: who the user is was asked before it', async () => {
    const { signedIn, server } = await setup()
    const held = holding('/users/me')
    const client = await signedIn({ fetch: held.fetch })
    const { session: store } = client
    const reading = store.readUser(store.tokens.access() ?? '')
    await held.arrived

    await link(client)
    const identity = store.tokens.identity()
    held.release()
    await reading

    expect(client.state.user?.phone?.number).toBe(phoneNumber)
    expect(store.tokens.identity()).toBe(identity)
    expect(server.count('GET /api/v1/users/me')).toBe(1)
  })

  test('does not take it back in another tab, which asked before it', async () => {
    const { signedIn, tab } = await setup()
    const client = await signedIn()
    const held = holding('/users/me')
    const other = tab({ fetch: held.fetch })
    const started = other.start()
    await held.arrived

    await link(client)
    await expect.poll(() => other.state.user?.phone?.number).toBe(phoneNumber)
    held.release()
    await started

    expect(other.state.user?.phone?.number).toBe(phoneNumber)
    expect(client.state.user?.phone?.number).toBe(phoneNumber)
  })

  test('does not hide a change that the exchange brings, where an older answer comes in between', async () => {
    const { signedIn, server } = await setup()
    const [reads, exchanges] = [holding('/users/me'), holding('/sessions')]
    let fetching = reads.fetch
    const client = await signedIn({ fetch: (...args) => fetching(...args) })
    const { session: store } = client
    const reading = store.readUser(store.tokens.access() ?? '')
    await reads.arrived
    fetching = exchanges.fetch
    // The back end changes the user between the two answers.
    server.users()[0]?.linked_accounts.push(phone)
    const exchanging = session.refreshUser(client)
    await exchanges.arrived
    reads.release()
    await reading
    exchanges.release()
    expect((await exchanging)?.phone?.number).toBe(phoneNumber)
    expect(client.state.user?.phone?.number).toBe(phoneNumber)
  })

  test('stores the tokens of an exchange that began before it, and asks again', async () => {
    const { signedIn, server } = await setup()
    const held = holding('/sessions')
    const client = await signedIn({ fetch: held.fetch })
    const exchanging = session.refreshUser(client)
    await held.arrived

    // Another call of the page has changed the user meanwhile.
    const [changed] = server.users()
    if (!changed) throw new Error('The server has no user')
    changed.linked_accounts.push(phone)
    client.session.update(changed, client.session.tokens.session())
    const after = client.session.refresh()
    held.release()
    await Promise.all([exchanging, after])

    expect(client.state.user?.phone?.number).toBe(phoneNumber)
    // The identity token lists the accounts: the exchange that began before the change has an older one.
    expect(server.count('GET /api/v1/users/me')).toBeGreaterThan(0)
  })
})

describe('news from another tab', () => {
  test('about a session whose tokens are not here is not shown', async () => {
    const { tab, signedIn } = await setup()
    const elsewhere = tab({ storage: createMemoryStorage() })
    const here = tab()
    await Promise.all([elsewhere.start(), here.start()])

    await signedIn()

    await expect.poll(() => here.state.user).not.toBeNull()
    expect(elsewhere.state.user).toBeNull()
  })

  test('a logout does not end another session', async () => {
    const { signedIn } = await setup()
    const client = await signedIn()
    const seen: (string | null)[] = []
    client.subscribe(() => seen.push(client.state.user?.id ?? null))
    const channel = new BroadcastChannel(`sallyport:${testAppId}`)
    const ours = { id: 'newer', created_at: 1, linked_accounts: [], mfa_methods: [] }

    channel.postMessage({ session: null, user: null })
    channel.postMessage({ session: client.session.tokens.session(), user: ours })

    await expect.poll(() => seen.at(-1)).toBe('newer')
    expect(seen).not.toContain(null)
    channel.close()
  })
})
