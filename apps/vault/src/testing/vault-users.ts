import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import {
  encodeRootCommitment,
  type RootCommitment,
  recoverMessage,
  recoveryKeyContext,
  recoveryKeyUploadContext,
  sealInfo,
} from '@sallyport/contract'
import {
  fromBase64url,
  generateSealKeyPair,
  openSealed,
  type SealKeyPair,
  sealTo,
  toBase64url,
} from '@sallyport/crypto'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** What the vault answers to a call. */
export interface Answer {
  error?: { code: string }
  output?: { sealedRecoveryKey: { enc: string; ciphertext: string } }
}

/** The vault under test. */
interface VaultUnderTest {
  ask(call: string, input: object): Promise<Answer>
  publicKey(): string
  /** When tokens are issued. */
  startMs: number
}

/** A user of an app of their own, with a wallet and its recovery key. */
export interface TestUser {
  appId: string
  userId: string
  walletId: string
  keyId: string
  recoveryKey: Uint8Array
  /** Of the wallet's root. */
  commitment: Uint8Array
  accessToken: string
  pin: { appId: string; issuer: string; verificationKey: string }
  sign(claims: Record<string, unknown>): Promise<string>
  sibling(userId: string): Promise<{ userId: string; accessToken: string }>
}

/** Makes users, and what they and their devices send to a vault. */
export function createVaultUsers({ ask, startMs, ...vault }: VaultUnderTest) {
  /** Receives what the vault answers to `store`. */
  let reader: SealKeyPair
  /** The receiver of the last `releaseInput`. */
  let asker: SealKeyPair
  const newUser = (options?: NewUser) => makeUser({ ask, startMs }, options)

  async function sealed(
    user: TestUser,
    binding: { walletId?: string; keyId?: string; readBackPublicKey?: string } = {},
  ) {
    reader ??= await generateSealKeyPair()
    const named = { ...user, readBackPublicKey: toBase64url(reader.publicKey), ...binding }
    const { enc, ciphertext } = await sealTo({
      recipientPublicKey: fromBase64url(vault.publicKey()),
      plaintext: Buffer.concat([user.recoveryKey, user.commitment]),
      info: utf8(sealInfo.recoveryKeyUpload),
      aad: utf8(recoveryKeyUploadContext({ ...named, recoveryKeyId: named.keyId })),
    })
    return { enc: toBase64url(enc), ciphertext: toBase64url(ciphertext) }
  }

  async function store(user: TestUser, changes: object = {}) {
    const { appId, userId, walletId, keyId, accessToken } = user
    const sealedRecoveryKey = await sealed(user)
    return ask('storeRecoveryKey', {
      appId,
      userId,
      walletId,
      keyId,
      accessToken,
      sealedRecoveryKey,
      readBackPublicKey: toBase64url(reader.publicKey),
      ...changes,
    })
  }

  async function askRelease(user: TestUser, changes: object = {}) {
    return ask('releaseRecoveryKey', await releaseInput(user, changes))
  }

  /** A request that a device of the user has signed; `changes` come after the signature. */
  async function releaseInput(user: TestUser, changes: object = {}) {
    asker = await generateSealKeyPair()
    const { appId, userId, walletId, keyId } = user
    const named = { accessToken: user.accessToken, ...changes }
    const recipientPublicKey = toBase64url(asker.publicKey)
    const device = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const devicePublicKey = device.publicKey
      .export({ format: 'der', type: 'spki' })
      .toString('base64url')
    const message = recoverMessage({
      appId,
      userId,
      walletId,
      accessTokenHash: createHash('sha256').update(named.accessToken).digest('base64url'),
      ephemeralPublicKey: recipientPublicKey,
      devicePublicKey,
      ...('recipientPublicKey' in changes && {
        ephemeralPublicKey: String(changes.recipientPublicKey),
      }),
    })
    const signature = sign('sha256', utf8(message), {
      key: device.privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return {
      appId,
      userId,
      walletId,
      keyId,
      recipientPublicKey,
      devicePublicKey,
      deviceSignature: signature.toString('base64url'),
      ...named,
    }
  }

  async function release(user: TestUser): Promise<Buffer> {
    return openAnswer(user, { answer: await askRelease(user), to: asker, vault: vault.publicKey() })
  }

  function openStored(user: TestUser, answer: Answer): Promise<Buffer> {
    return openAnswer(user, { answer, to: reader, vault: vault.publicKey() })
  }

  return { newUser, sealed, store, askRelease, releaseInput, release, openStored }
}

/** The commitment of a new root. */
export function testCommitment(root: Partial<RootCommitment> = {}): Uint8Array {
  const custodyAddress = `0x${randomBytes(20).toString('hex')}`
  return encodeRootCommitment({ imported: false, method: 'privy', custodyAddress, ...root })
}

interface NewUser {
  appId?: string
  userId?: string
  pin?: boolean
}

async function makeUser(
  { ask, startMs }: Pick<VaultUnderTest, 'ask' | 'startMs'>,
  options: NewUser = {},
): Promise<TestUser> {
  const { appId = randomUUID(), userId = 'ada', pin: pinned = true } = options
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const seconds = Math.floor(startMs / 1000)
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT({
      iss: 'test-issuer',
      aud: appId,
      sub: userId,
      sid: 's',
      iat: seconds,
      exp: seconds + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .sign(privateKey)
  const pin = { appId, issuer: 'test-issuer', verificationKey: await exportSPKI(publicKey) }
  if (pinned) await ask('pinAppKey', pin)
  return {
    appId,
    userId,
    walletId: randomUUID(),
    keyId: randomUUID(),
    recoveryKey: randomBytes(32),
    commitment: testCommitment(),
    accessToken: await sign({}),
    pin,
    sign,
    sibling: async (name) => ({ userId: name, accessToken: await sign({ sub: name }) }),
  }
}

async function openAnswer(
  user: TestUser,
  { answer, to, vault }: { answer: Answer; to: SealKeyPair; vault: string },
): Promise<Buffer> {
  if (!answer.output) throw new Error(`The vault refused: ${answer.error?.code}`)
  const { enc, ciphertext } = answer.output.sealedRecoveryKey
  const opened = await openSealed({
    recipientPrivateKey: to.privateKey,
    senderPublicKey: fromBase64url(vault),
    enc: fromBase64url(enc),
    ciphertext: fromBase64url(ciphertext),
    info: utf8(sealInfo.recoveryKey),
    aad: utf8(recoveryKeyContext({ ...user, recoveryKeyId: user.keyId })),
  })
  return Buffer.from(opened).subarray(0, 32)
}
