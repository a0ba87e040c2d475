// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { en } from '../../copy/en.js'
import { enRequests } from '../../copy/en-requests.js'
import { never } from '../../test-kit/answers.js'
import { agree, job, press, settle, setup } from '../../test-kit/mount-screen.js'
import { safeCall } from '../../test-kit/safe-call.js'
import { friend, loginTo, mail, order, samplePageHost, sign } from '../../test-kit/samples.js'
import { authorization } from '../../test-kit/samples-control.js'

const { sign: facts } = enRequests

afterEach(cleanup)

describe('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', () => {
  test('shows the text, signs on press, and delivers before it closes', async () => {
    const asked = job(sign('Hello'))
    const { end, time } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect((await screen.findByRole('region', { name: facts.message })).textContent).toBe('Hello')
    press(facts.sign)
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
    await time.move(1000)

    expect(end).toHaveBeenCalledWith('finished', {})
  })

  test('rejecting and closing both refuse; while it signs closing waits', async () => {
    const asked = job(sign('Hello'), [], () => new Promise(() => {}))
    const { end, guard } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await screen.findByText('Hello')
    ;(guard() as () => void)()
    press(facts.reject)
    expect(end.mock.calls).toEqual([
      ['rejected', {}],
      ['rejected', {}],
    ])
    press(facts.sign)
    await settle()

    expect(guard()).toBe('never')
  })

  test('a bare digest is signed only once it was agreed to, and the app cannot reword it', async () => {
    const digest = `0x${'ab'.repeat(32)}`
    const asked = job({ kind: 'sign-digest', address: '0xa', digest })
    asked.ui = { title: 'Log in', description: 'Just a check', buttonText: 'Go' }
    const { end } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect(await screen.findByText(facts.title.digest)).toBeTruthy()
    expect(screen.getByText(digest)).toBeTruthy()
    expect(screen.queryByRole('button', { name: facts.sign })).toBeNull()
    press(facts.reject)
    expect(end).toHaveBeenCalledWith('rejected', {})
    for (const text of ['Log in', 'Just a check', 'Go', facts.free]) {
      expect(screen.queryByText(text)).toBeNull()
    }
    expect(screen.getByRole('button', { name: facts.reject }).className).toContain('primary')
    press(facts.anyway(facts.sign))
    await settle()
    expect(asked.deliver).not.toHaveBeenCalled()
    agree()
    press(facts.anyway(facts.sign))
    await settle()
    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  test('SIG-08: an authorization is signed only once it was agreed to, and the app cannot reword it', async () => {
    const asked = job(authorization)
    asked.ui = { title: 'Upgrade', description: 'Free gas', buttonText: 'Go' }
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    expect(await screen.findByText(facts.warning.authorization)).toBeTruthy()
    const contract = { name: en.shell.copyAddress(authorization.contract) }
    expect(screen.getByRole('button', contract)).toBeTruthy()
    for (const text of ['Upgrade', 'Free gas', 'Go', facts.free]) {
      expect(screen.queryByText(text)).toBeNull()
    }
    agree()
    press(facts.anyway(facts.sign))
    await settle()

    expect(asked.deliver).toHaveBeenCalledWith('0xvalue')
  })

  test('one that ends the control of a contract is said to, without a warning', async () => {
    const contract = `0x${'0'.repeat(40)}` as const
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: job({ ...authorization, contract }) })

    expect(await screen.findByRole('heading', { name: facts.title.endAuthorization })).toBeTruthy()
    expect(screen.queryByText(facts.warning.authorization)).toBeNull()
  })

  const typed = (primaryType: string, domain: object = {}) =>
    job({
      kind: 'sign-typed-data',
      address: '0xa',
      chainId: 31337,
      typedData: {
        domain: { name: 'USD Coin', ...domain },
        primaryType,
        types: { [primaryType]: [{ name: 'value', type: 'uint256' }] },
        message: { value: '5' },
      },
    })

  test.each([
    'Permit',
    'PermitSingle',
    'PermitBatch',
    'TransferWithAuthorization',
    'ReceiveWithAuthorization',
  ])('warns that a %s can spend, and does not call it free', async (type) => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed(type) })

    const warning = /With/.test(type) ? facts.warning.transfer : facts.warning.permission
    expect(await screen.findByText(warning)).toBeTruthy()
    expect(screen.queryByText(facts.free)).toBeNull()
  })

  test('SIG-05: members that the types do not declare are named as not signed, without their values', async () => {
    const data = typed('Mail', { url: 'https://bank.example' })
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: data })

    expect(await screen.findByText(enRequests.sign.unsigned)).toBeTruthy()
    expect(screen.getByText('domain.url')).toBeTruthy()
    expect(document.body.textContent).not.toContain('bank.example')
  })

  test.each<[unknown, boolean]>([
    [1, true],
    ['0x1', true],
    [31337, false],
    ['31337', false],
    [undefined, false],
  ])('data for chain %s warns of another network: %s', async (chainId, warns) => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed('Mail', { chainId }) })

    expect(await screen.findByText(facts.warning.unknownData)).toBeTruthy()
    expect(screen.queryByText(facts.free)).toBeNull()
    expect(screen.queryByText(facts.warning.chainMismatch) !== null).toBe(warns)
  })

  const login = (site: string, account?: string) =>
    setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: job(loginTo(site, account)) })

  test('a login for the page that asks, by the wallet that signs, is free and has the usual button', async () => {
    await login(samplePageHost)

    expect(
      await screen.findByRole('heading', { name: facts.title.login(samplePageHost) }),
    ).toBeTruthy()
    expect(screen.getByText(facts.free)).toBeTruthy()
    expect(screen.getByRole('button', { name: facts.sign }).className).toContain('primary')
  })

  test.each(['evil.example', `${samplePageHost}:8443`, `sub.${samplePageHost}`])(
    'error: a login for %s is a danger: the page is another one',
    async (site) => {
      await login(site)

      expect(await screen.findByText(facts.warning.wrongSite(site, samplePageHost))).toBeTruthy()
      expect(screen.getByRole('button', { name: facts.reject }).className).toContain('primary')
      expect(screen.queryByText(facts.free)).toBeNull()
    },
  )

  test('error: a login for another account is a danger', async () => {
    await login(samplePageHost, friend)

    expect(await screen.findByText(facts.warning.wrongAccount)).toBeTruthy()
  })

  test('an order says what is given and what is taken', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: job(order) })

    expect(await screen.findByText('Item 77')).toBeTruthy()
    expect(screen.getByText(facts.gets).nextSibling?.textContent).toBe('0.8 ETH')
    expect(screen.getByText(facts.warning.order)).toBeTruthy()
    expect(screen.getByText(facts.pays).nextSibling?.textContent).toBe('0.1 ETH')
  })

  test('error: an order that pays nothing to its signer is a danger', async () => {
    const asked = job({ ...order, address: friend.replace('0x7', '0x8') })
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })

    expect(await screen.findByText(facts.warning.gift)).toBeTruthy()
  })

  test('T-35: a call in the name of the account has to be agreed to, and says who gets control', async () => {
    const asked = job(safeCall)
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })

    expect(await screen.findByText(facts.warning.execution)).toBeTruthy()
    expect(await screen.findByText(facts.title.control.ownership)).toBeTruthy()
    expect(screen.getByText(facts.operator)).toBeTruthy()
    const anyway = { name: facts.anyway(facts.sign) }
    expect(screen.getByRole<HTMLButtonElement>('button', anyway).disabled).toBe(true)
    agree()
    expect(screen.getByRole<HTMLButtonElement>('button', anyway).disabled).toBe(false)
  })

  test('T-35: data of an unknown form, without chain and contract, is called that and never free', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed('Mail') })

    expect(await screen.findByText(facts.warning.unknownData)).toBeTruthy()
    expect(screen.getByText(facts.warning.unbound)).toBeTruthy()
    expect(screen.queryByText(facts.free)).toBeNull()
  })

  test('T-35: an unknown network is named by its number', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: typed('Mail', { chainId: 987 }) })

    expect(await screen.findByText(facts.unknownNetwork('987'))).toBeTruthy()
  })

  test('items of a list say how many there are, and fields of which type they are', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: job(mail) })

    expect((await screen.findByText(/^Item 1 of 1/)).textContent).toBe('Item 1 of 1 Person')
  })

  test('T-34: data that is too large to be signed is shown in part, with a warning', async () => {
    const items = Array<boolean>(20_000).fill(true)
    const data = {
      domain: {},
      primaryType: 'List',
      types: { List: [{ name: 'items', type: 'bool[]' }] },
      message: { items },
    }
    const large = { kind: 'sign-typed-data', address: '0xa', typedData: data } as const
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: job(large) })

    expect(await screen.findByText(facts.warning.long)).toBeTruthy()
  })

  test('warns of bytes that are not text', async () => {
    await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', {
      job: job(sign('0xdeadbeef')),
    })

    expect(await screen.findByText(facts.warning.bytes)).toBeTruthy()
  })

  test('a wait of fifteen seconds for a signature can be ended by refusing; the screen may then be closed too', async () => {
    const asked = job(sign('Hello'), [], () => never)
    const { time, end, guard } = await setup('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN', { job: asked })
    await settle()
    press(facts.sign)
    await time.move(15_100)
    expect(guard()).toBeTypeOf('function')
    press(en.shell.cancel)

    expect(end).toHaveBeenCalledWith('rejected', {})
  })
})
