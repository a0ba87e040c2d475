import { describe, expect, test } from 'vitest'
import type { App } from '../../apps/app.js'
import { defaultSettings } from '../../apps/defaults.js'
import { parseAllowedOrigin } from '../../apps/origins.js'
import { chooseRelyingParty } from './relying-party.js'

type Environment = App['environment']
const appWith = (
  domains: readonly string[],
  {
    rpId = null,
    environment = 'production',
  }: { rpId?: string | null; environment?: Environment } = {},
) => ({
  environment,
  settings: { ...defaultSettings('Acme', environment), passkey_rp_id: rpId },
  allowedOrigins: domains.flatMap((domain) => parseAllowedOrigin(domain) ?? []),
})
const shop = appWith(['https://app.example.com', 'https://www.example.com'])

describe('chooseRelyingParty', () => {
  test.each([
    ['https://app.example.com', 'example.com'],
    ['https://www.example.com', 'example.com'],
    ['https://a.b.example.co.uk', 'example.co.uk'],
    ['https://acme.vercel.app', 'acme.vercel.app'],
    ['http://localhost:4402', 'localhost'],
    ['http://app.kit.localhost:5173', 'kit.localhost'],
  ])('a page of %s has passkeys of %s', (origin, rpId) => {
    expect(chooseRelyingParty(shop, { origin, named: undefined })).toEqual({
      url: origin,
      rpId,
      origin,
    })
  })

  test("the app's own domain wins, except on this machine", () => {
    const app = appWith(['https://example.com', 'https://example.net'], { rpId: 'example.com' })
    const of = (origin: string) => chooseRelyingParty(app, { origin, named: undefined }).rpId
    expect([of('https://example.net'), of('http://localhost:4402')]).toEqual([
      'example.com',
      'localhost',
    ])
  })

  test('a client may name a domain of the app', () => {
    const page = { origin: 'https://app.example.com', named: 'https://example.com' }
    expect(chooseRelyingParty(shop, page)).toMatchObject({ rpId: 'example.com', ...originOf(page) })
    const native = { origin: undefined, named: 'https://app.example.com/' }
    expect(chooseRelyingParty(shop, native)).toMatchObject({
      rpId: 'app.example.com',
      origin: 'https://app.example.com',
    })
  })

  test.each([
    ['PKY-02: a domain that is not one of the app', 'https://evil.example', 'not a domain'],
    ['a path', 'https://example.com/login', 'must be a URL'],
    ['a user', 'https://a@example.com', 'must be a URL'],
    ['another scheme', 'android:apk-key-hash:x', 'must be a URL'],
    ['this machine in production', 'http://localhost:4402', 'not a domain'],
    ['nothing', undefined, 'must name the domain'],
  ])('error: a native client names %s', (_, named, problem) => {
    expect(() => chooseRelyingParty(shop, { origin: undefined, named })).toThrow(problem)
  })

  test.each(['http://127.0.0.1:4402', 'https://[::1]'])('error: %s is not a domain', (origin) => {
    expect(() => chooseRelyingParty(shop, { origin, named: undefined })).toThrow('use localhost')
  })
})

const originOf = ({ origin }: { origin: string }) => ({ origin })
