import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { KeyModule } from './key-module-settings.js'
import { KeyModuleError, type KeyModuleProblem } from './problems.js'

/** The part of pkcs11js that is used; handles are opaque. */
interface Pkcs11 {
  load(library: string): void
  close(): void
  C_Initialize(): void
  C_Finalize(): void
  C_GetSlotList(withToken: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): { label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, user: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: Template): void
  C_FindObjects(session: Buffer, count: number): Buffer[]
  C_FindObjectsFinal(session: Buffer): void
  C_GenerateKey(session: Buffer, mechanism: Mechanism, template: Template): Buffer
  C_EncryptInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
  C_Encrypt(session: Buffer, input: Buffer, output: Buffer): Buffer
  C_DecryptInit(session: Buffer, mechanism: Mechanism, key: Buffer): void
  C_Decrypt(session: Buffer, input: Buffer, output: Buffer): Buffer
}
interface Mechanism {
  mechanism: number
  parameter?: unknown
}
type Template = { type: number; value: boolean | number | string }[]

interface Driver extends Readonly<Record<string, unknown>> {
  PKCS11: new () => Pkcs11
}

/** A session with the module's key, for as long as the work takes. */
export interface KeySession {
  /** Makes the key: AES-256, which never leaves the token. */
  createKey(): void
  hasKey(): boolean
  /** AES-256-GCM. @param nonce  12 bytes, never used before. */
  encrypt(plaintext: Uint8Array, nonce: Uint8Array): Uint8Array
  /** @throws KeyModuleError `not_wrapped`. */
  decrypt(ciphertext: Uint8Array, nonce: Uint8Array): Uint8Array
}

/** A wrapped key is none of anything else that the module's key may have encrypted. */
const additionalData = Buffer.from('sallyport wrapped key v1')
const tagLength = 16
const keyLength = 32

/**
 * Logs in to a token and does the work with its key.
 *
 * @throws KeyModuleError
 */
export function withKeyModule<T>(module: KeyModule, work: (session: KeySession) => T): T {
  const driver = loadDriver(module.driver)
  const pkcs11 = new driver.PKCS11()
  attempt('no_library', () => {
    pkcs11.load(module.library)
    pkcs11.C_Initialize()
  })
  try {
    const session = logIn({ driver, pkcs11 }, module)
    return work(keySession({ driver, pkcs11, session }, module.key))
  } finally {
    attempt('failed', () => pkcs11.C_Finalize())
    pkcs11.close()
  }
}

function loadDriver(folder: string): Driver {
  return attempt('no_driver', () => createRequire(join(folder, 'package.json'))('pkcs11js'))
}

interface Loaded {
  driver: Driver
  pkcs11: Pkcs11
}

function logIn({ driver, pkcs11 }: Loaded, { token, pin }: KeyModule): Buffer {
  const slots = attempt('no_token', () => pkcs11.C_GetSlotList(true))
  const isNamed = (slot: Buffer) => pkcs11.C_GetTokenInfo(slot).label.trimEnd() === token
  const slot = attempt('no_token', () => slots.find(isNamed))
  if (slot === undefined) throw new KeyModuleError('no_token')
  const flags = numberOf(driver, 'CKF_RW_SESSION') | numberOf(driver, 'CKF_SERIAL_SESSION')
  const session = attempt('no_token', () => pkcs11.C_OpenSession(slot, flags))
  attempt('wrong_pin', () => pkcs11.C_Login(session, numberOf(driver, 'CKU_USER'), pin))
  return session
}

function keySession(
  { driver, pkcs11, session }: Loaded & { session: Buffer },
  label: string,
): KeySession {
  const of = (name: string) => numberOf(driver, name)
  const named: Template = [
    { type: of('CKA_CLASS'), value: of('CKO_SECRET_KEY') },
    { type: of('CKA_LABEL'), value: label },
  ]
  const findKey = () => {
    pkcs11.C_FindObjectsInit(session, named)
    const found = pkcs11.C_FindObjects(session, 2)
    pkcs11.C_FindObjectsFinal(session)
    return found
  }
  const theKey = (): Buffer => {
    const [key, other] = findKey()
    if (key === undefined || other !== undefined) throw new KeyModuleError('no_key')
    return key
  }
  const withNonce = (nonce: Uint8Array): Mechanism => ({
    mechanism: of('CKM_AES_GCM'),
    parameter: {
      type: of('CK_PARAMS_AES_GCM'),
      iv: Buffer.from(nonce),
      aad: additionalData,
      ivBits: nonce.length * 8,
      tagBits: tagLength * 8,
    },
  })
  return {
    hasKey: () => findKey().length > 0,
    createKey: () => {
      const uses = ['CKA_TOKEN', 'CKA_PRIVATE', 'CKA_SENSITIVE', 'CKA_ENCRYPT', 'CKA_DECRYPT']
      pkcs11.C_GenerateKey(session, { mechanism: of('CKM_AES_KEY_GEN') }, [
        ...named,
        { type: of('CKA_KEY_TYPE'), value: of('CKK_AES') },
        { type: of('CKA_VALUE_LEN'), value: keyLength },
        { type: of('CKA_EXTRACTABLE'), value: false },
        ...uses.map((use) => ({ type: of(use), value: true })),
      ])
    },
    encrypt: (plaintext, nonce) => {
      pkcs11.C_EncryptInit(session, withNonce(nonce), theKey())
      const room = Buffer.alloc(plaintext.length + tagLength)
      return Uint8Array.from(pkcs11.C_Encrypt(session, Buffer.from(plaintext), room))
    },
    decrypt: (ciphertext, nonce) => {
      const key = theKey()
      return attempt('not_wrapped', () => {
        pkcs11.C_DecryptInit(session, withNonce(nonce), key)
        const room = Buffer.alloc(ciphertext.length)
        return Uint8Array.from(pkcs11.C_Decrypt(session, Buffer.from(ciphertext), room))
      })
    },
  }
}

function numberOf(driver: Driver, name: string): number {
  const value = driver[name]
  if (typeof value !== 'number') throw new KeyModuleError('no_driver')
  return value
}

function attempt<T>(problem: KeyModuleProblem, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof KeyModuleError) throw cause
    throw new KeyModuleError(problem, { cause })
  }
}
