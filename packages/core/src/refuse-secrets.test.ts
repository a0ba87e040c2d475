import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createClient } from './client.js'
import { refuseSecrets } from './refuse-secrets.js'

const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
const ed25519 = generateKeyPairSync('ed25519').privateKey
const base64 = (key: typeof p256, type: 'pkcs8' | 'sec1') =>
  key.export({ format: 'der', type }).toString('base64')

describe('refuseSecrets', () => {
  test.each([
    ['PEM', p256.export({ format: 'pem', type: 'pkcs8' })],
    ['PEM of SEC 1', p256.export({ format: 'pem', type: 'sec1' })],
    ['PKCS 8', base64(p256, 'pkcs8')],
    ['SEC 1', base64(p256, 'sec1')],
    ['PKCS 8 of Ed25519', base64(ed25519, 'pkcs8')],
    ['an authorization key', `wallet-auth:${base64(p256, 'pkcs8')}`],
  ])('DEL-09: error: a private key in the settings of a page: %s', (_form, key) => {
    const given = () => refuseSecrets({ config: { wallets: [{ anyName: String(key) }] } })
    expect(given).toThrow('anyName holds a secret')
    expect(given).not.toThrow(String(key))
  })

  test.each(['appSecret', 'app_secret', 'privateKey', 'authorizationPrivateKey'])(
    'DEL-09: error: a setting of the name %s',
    (name) => {
      expect(() => refuseSecrets({ config: { [name]: 'anything' } })).toThrow('holds a secret')
    },
  )

  test('DEL-09: error: no client is made with one', () => {
    const options = { appId: 'clsallyporttestapp0000001', apiUrl: 'https://auth.example.com' }
    const own = { ...options, clientId: base64(p256, 'pkcs8') }
    expect(() => createClient(own)).toThrow('clientId holds a secret')
  })

  test('lets other settings, elements and classes through', () => {
    const element = { $$typeof: Symbol.for('react.element'), props: { privateKey: 'shown' } }
    class Store {
      privateKey = 'its own'
    }
    const circle: Record<string, unknown> = { walletConnectCloudProjectId: 'a'.repeat(32) }
    circle.itself = circle
    expect(() => refuseSecrets({ logo: element, storage: new Store(), circle })).not.toThrow()
  })
})
