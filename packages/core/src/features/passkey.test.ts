import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { passkey } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

const bytes = (...values: number[]) => Uint8Array.from(values).buffer

class Attestation {
  clientDataJSON = bytes(1)
  attestationObject = bytes(2)
  getTransports = () => ['internal']
}
class Assertion {
  clientDataJSON = bytes(3)
  authenticatorData = bytes(4)
  signature = bytes(5)
  userHandle = bytes(255, 254)
}
class FakeCredential {
  static isConditionalMediationAvailable = async () => true
  id = 'AQID'
  rawId = bytes(1, 2, 3)
  authenticatorAttachment = 'platform'
  constructor(readonly response: Attestation | Assertion) {}
}

const create = vi.fn(
  async (_: CredentialCreationOptions): Promise<unknown> => new FakeCredential(new Attestation()),
)
const get = vi.fn(
  async (_: CredentialRequestOptions): Promise<unknown> => new FakeCredential(new Assertion()),
)

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', Attestation)
  vi.stubGlobal('AuthenticatorAssertionResponse', Assertion)
  vi.stubGlobal('navigator', { credentials: { create, get } })
})
afterEach(async () => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  await cleanUp()
})

const prepare = async () => {
  const kit = await setup()
  const client = kit.tab()
  await client.start()
  const bodiesOf = (path: string) =>
    kit.server.seen
      .filter((each) => each.path === `/api/v1/passkeys/${path}`)
      .map(({ body }) => body)
  return { ...kit, client, bodiesOf }
}
const failing = (name: string) => () => Promise.reject(new DOMException('', name))

describe('passkeys', () => {
  test('signs up with a new passkey and tells its steps', async () => {
    const { client, bodiesOf } = await prepare()
    const steps: string[] = []
    const login = await passkey.signUp(client, {
      captchaToken: 'captcha',
      onStep: (step) => steps.push(step),
    })

    expect(steps).toEqual(['generating-challenge', 'awaiting-passkey', 'submitting-response'])
    expect(login).toMatchObject({ loginMethod: 'passkey', loginAccount: { credentialId: 'AQID' } })
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      publicKey: {
        rp: { name: 'Test', id: 'localhost' },
        user: { name: 'Ada', displayName: 'Ada' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    expect(bodiesOf('register/init')).toEqual([{ token: 'captcha' }])
    expect(bodiesOf('register')).toEqual([
      {
        relying_party: 'http://localhost:4402',
        authenticator_response: {
          id: 'AQID',
          raw_id: 'AQID',
          type: 'public-key',
          authenticator_attachment: 'platform',
          client_extension_results: {},
          response: { client_data_json: 'AQ', attestation_object: 'Ag', transports: ['internal'] },
        },
      },
    ])
  })

  test('gives a passkey another name', async () => {
    const { client, bodiesOf } = await prepare()
    await passkey.signUp(client)
    await passkey
      .rename(client, { credentialId: 'AQID', name: 'Work laptop' })
      .catch(() => undefined)
    expect(bodiesOf('rename')).toEqual([{ credential_id: 'AQID', name: 'Work laptop' }])
  })

  test('logs in, by suggestion too, and with chosen passkeys only', async () => {
    const { client, bodiesOf } = await prepare()
    const { signal } = new AbortController()
    await passkey.login(client, { suggest: true, signal })
    await passkey.login(client, { credentialIds: ['AQID'] })

    const [first, second] = get.mock.calls.map(([options]) => options)
    expect(first).toMatchObject({ mediation: 'conditional', signal })
    expect(first?.publicKey).not.toHaveProperty('timeout')
    expect(second).not.toHaveProperty('mediation')
    expect(second?.publicKey?.allowCredentials).toMatchObject([{ type: 'public-key' }])
    expect(bodiesOf('authenticate')[0]).toMatchObject({
      challenge: 'AAAA',
      authenticator_response: {
        response: {
          client_data_json: 'Aw',
          authenticator_data: 'BA',
          signature: 'BQ',
          user_handle: '__4',
        },
      },
    })
  })

  const plain = (response: object, more: object = {}) => ({
    ...{ id: 'AQID', rawId: bytes(1, 2, 3), type: 'public-key', response },
    ...{ authenticatorAttachment: 'platform', ...more },
  })
  const made = {
    clientDataJSON: bytes(1),
    attestationObject: bytes(2),
    getTransports: () => ['hybrid'],
  }
  const otherWindow = runInNewContext('Uint8Array.of(1, 2, 3).buffer') as ArrayBuffer
  test.each<
    [string, unknown, { raw_id?: string; transports?: string[]; attachment?: string | undefined }]
  >([
    ['a plain object', plain(made), { transports: ['hybrid'] }],
    [
      'one whose getTransports throws',
      plain({
        ...made,
        getTransports: () => {
          throw new TypeError('Illegal invocation')
        },
      }),
      {},
    ],
    ['one without getTransports', plain({ ...made, getTransports: undefined }), {}],
    ['one whose getTransports gives no list', plain({ ...made, getTransports: () => null }), {}],
    [
      'one whose getTransports gives more than texts',
      plain({ ...made, getTransports: () => ['usb', null, 1] }),
      { transports: ['usb'] },
    ],
    ['bytes of another window', plain(made, { rawId: otherWindow }), { transports: ['hybrid'] }],
    [
      'views of bytes',
      plain(
        { ...made, clientDataJSON: Uint8Array.of(9, 1).subarray(1) },
        { rawId: Uint8Array.of(1, 2, 3) },
      ),
      { transports: ['hybrid'] },
    ],
    [
      'bytes as base64url',
      plain({ ...made, attestationObject: 'Ag' }, { rawId: 'AQID' }),
      { transports: ['hybrid'] },
    ],
    ['no rawId', plain(made, { rawId: undefined }), { transports: ['hybrid'] }],
    [
      'no word where it is kept',
      plain(made, { authenticatorAttachment: null }),
      { transports: ['hybrid'], attachment: undefined },
    ],
  ])('a password manager’s own object signs up: %s', async (_, credential, expected) => {
    const { client, bodiesOf } = await prepare()
    create.mockResolvedValueOnce(credential)

    await passkey.signUp(client)

    const attachment = 'attachment' in expected ? expected.attachment : 'platform'
    expect(bodiesOf('register')).toEqual([
      {
        relying_party: 'http://localhost:4402',
        authenticator_response: {
          ...{ id: 'AQID', raw_id: 'AQID', type: 'public-key', client_extension_results: {} },
          ...(attachment && { authenticator_attachment: attachment }),
          response: {
            ...{ client_data_json: 'AQ', attestation_object: 'Ag' },
            transports: expected.transports ?? [],
          },
        },
      },
    ])
  })

  const used = { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(5) }
  test.each<[string, object, string | null]>([
    ['a plain object', { ...used, userHandle: bytes(255, 254) }, '__4'],
    ['no user handle', used, null],
    ['null for a user handle', { ...used, userHandle: null }, null],
    ['an empty user handle', { ...used, userHandle: bytes() }, null],
    ['bytes as base64url', { ...used, signature: 'BQ', userHandle: '__4' }, '__4'],
  ])('a password manager’s own object logs in: %s', async (_, response, user_handle) => {
    const { client, bodiesOf } = await prepare()
    get.mockResolvedValueOnce(plain(response))

    await passkey.login(client)

    expect(bodiesOf('authenticate')).toMatchObject([
      {
        authenticator_response: {
          response: {
            ...{ client_data_json: 'Aw', authenticator_data: 'BA', signature: 'BQ', user_handle },
          },
        },
      },
    ])
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'AQID'],
    ['an object without an answer', { id: 'AQID', rawId: bytes(1) }],
    ['one without bytes', plain({ ...used, signature: undefined })],
    ['one with numbers for bytes', plain({ ...used, signature: [5] })],
    ['one with a text that is not base64url', plain({ ...used, signature: '*' })],
  ])('error: %s is not a passkey', async (_, credential) => {
    const { client, bodiesOf } = await prepare()
    get.mockResolvedValueOnce(credential)

    await expect(passkey.login(client)).rejects.toMatchObject({ code: 'unknown_auth_error' })
    expect(bodiesOf('authenticate')).toEqual([])
  })

  test('error: a password manager’s own error counts by its name', async () => {
    const { client } = await prepare()
    const error = Object.assign(new Error('x'), { name: 'NotAllowedError' })
    get.mockRejectedValueOnce(error)

    await expect(passkey.login(client)).rejects.toMatchObject({ code: 'passkey_not_allowed' })
  })

  test.each([
    ['NotAllowedError', 'passkey_not_allowed'],
    ['AbortError', 'exited_auth_flow'],
    ['SecurityError', 'passkey_wrong_domain'],
    ['InvalidStateError', 'passkey_exists'],
    ['ConstraintError', 'not_supported'],
  ])('error: %s of the browser is %s', async (name, code) => {
    const { client, bodiesOf } = await prepare()
    get.mockImplementationOnce(failing(name))
    await expect(passkey.login(client)).rejects.toMatchObject({ code })
    expect(bodiesOf('authenticate')).toEqual([])
    expect(client.state.user).toBeNull()
  })

  test('error: the developer is told of a domain that does not fit', async () => {
    const { client, warnings } = await prepare()
    get.mockImplementationOnce(failing('SecurityError'))
    await passkey.login(client).catch(() => undefined)
    await vi.waitFor(() => expect(warnings.join()).toContain('passkey_rp_id'))
  })

  test('error: a browser without passkeys asks the server for nothing', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    const { client, bodiesOf } = await prepare()
    expect([passkey.isSupported(), await passkey.canSuggest()]).toEqual([false, false])
    await expect(passkey.signUp(client)).rejects.toMatchObject({ code: 'not_supported' })
    expect(bodiesOf('register/init')).toEqual([])
  })
})
