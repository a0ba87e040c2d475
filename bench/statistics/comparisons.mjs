/** The in-process comparisons of a secret with client input in the server and the signer (CUS-20). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashSecret, isAppSecret } from '../../apps/server/dist/apps/app.js'
import { isReceipt, makeReceipt } from '../../apps/server/dist/features/embedded-wallet/receipt.js'
import { verifyTelegram } from '../../apps/server/dist/features/telegram/verify.js'
import { isWalletGrant, walletGrant } from '../../apps/server/dist/session/wallet-grant.js'
import { readAccessToken, signAccessToken } from '../../apps/server/dist/tokens/access-token.js'
import { createKnownTokens } from '../../apps/server/dist/tokens/known-tokens.js'
import { generateSigningKey, loadSigningKey } from '../../apps/server/dist/tokens/signing-key.js'
import { isSame } from '../../apps/vault/dist/factors/totp.js'
import { equalBytes } from '../../packages/crypto/dist/bytes.js'
import { guessBytes, guessText, textOf } from './guesses.mjs'

/**
 * Each has `draw(isClose)`, which generates a guess that is wrong from the first character or only in the last one, and
 * `compare(guess)`, which is timed and returns false.
 */
export const comparisons = [
  appSecret(),
  tokenSignature(),
  knownTokens(),
  receipt(),
  telegramHash(),
  walletGrants(),
  authenticatorCode(),
  bytes('recovery key, in the signer', timingSafeEqual),
  bytes('hash of the proof of a recovery passcode, in the signer', timingSafeEqual),
  bytes('state and verifier of a login by a provider', timingSafeEqual),
  bytes('code of a test account', timingSafeEqual),
  bytes('link of the audit log', timingSafeEqual),
  bytes('link that undoes a change of accounts', timingSafeEqual),
  bytes('key commitments and tags of shares', equalBytes),
  { ...letterByLetter(), isControl: true },
]

function appSecret() {
  const secret = textOf(43)
  const app = { secretHash: hashSecret(secret) }
  return {
    name: 'app secret',
    draw: (isClose) => guessText(secret, isClose),
    compare: (guess) => isAppSecret(app, guess),
  }
}

/** Stands for every keyed hash: of tokens, sessions and accounts too. */
function walletGrants() {
  const secret = randomBytes(32)
  const key = { derive: (info) => createHmac('sha256', secret).update(info).digest() }
  const session = { appId: textOf(25), userId: textOf(25), sessionId: textOf(25) }
  const right = Buffer.from(walletGrant(key, session, undefined), 'base64url')
  return {
    name: 'wallet grant',
    draw: (isClose) => guessBytes(right, isClose).toString('base64url'),
    compare: (grant) => isWalletGrant(key, { grant, session, walletKey: undefined }),
  }
}

function authenticatorCode() {
  const right = textOf(6)
  return {
    name: 'code of an authenticator app, in the signer',
    draw: (isClose) => guessText(right, isClose),
    compare: (guess) => isSame(right, guess),
  }
}

/** A token that the server has just issued, with another signature. Every guess uses its own token. */
function tokenSignature() {
  const { pkcs8 } = generateSigningKey()
  const key = loadSigningKey(pkcs8)
  const [issuer, appId, nowMs] = ['sallyport', textOf(25), Date.now()]
  const given = { key, issuer, appId, nowMs }
  return {
    name: 'signature of an access token',
    draw: (isClose) => {
      const token = signAccessToken({ ...given, userId: textOf(25), sessionId: textOf(25) })
      const dot = token.lastIndexOf('.') + 1
      const right = Buffer.from(token.slice(dot), 'base64url')
      const guess = guessBytes(right, isClose).toString('base64url')
      return token.slice(0, dot) + guess
    },
    compare: (guess) => readAccessToken(guess, { ...given, allowExpired: false }) !== undefined,
  }
}

/** As many tokens as a process caches. Every guess uses its own token, because a repeated one would profit from CPU caches. */
function knownTokens() {
  const most = 10_000
  const known = createKnownTokens(most)
  for (let at = 0; at < most; at++) known.add(textOf(600))
  return {
    name: 'access tokens whose signature is known',
    draw: (isClose) => {
      const token = textOf(600)
      known.add(token)
      return guessText(token, isClose)
    },
    compare: (guess) => known.has(guess),
  }
}

function receipt() {
  const key = randomBytes(32)
  const [device, auth, recovery] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const facts = {
    owner: { appId: textOf(25), userId: textOf(25) },
    walletId: textOf(25),
    generationId: textOf(25),
    hashes: { device, auth, recovery },
  }
  const right = Buffer.from(makeReceipt(facts, key), 'base64url')
  return {
    name: 'receipt of stored shares',
    draw: (isClose) => guessBytes(right, isClose).toString('base64url'),
    compare: (guess) => isReceipt(guess, { facts, key }),
  }
}

/** The hash of a login by Telegram, which a wrong guess leaves by an exception. */
function telegramHash() {
  const [botToken, nowMs] = [textOf(43), Date.now()]
  const login = { id: 1, first_name: 'Ada', auth_date: Math.floor(nowMs / 1000) }
  const lines = [`auth_date=${login.auth_date}`, 'first_name=Ada', 'id=1'].join('\n')
  const key = createHash('sha256').update(botToken).digest()
  const right = createHmac('sha256', key).update(lines).digest()
  return {
    name: 'hash of a login by Telegram',
    draw: (isClose) => guessBytes(right, isClose).toString('hex'),
    compare: (hash) => {
      try {
        verifyTelegram({ telegram_auth_result: { ...login, hash } }, { botToken, nowMs })
        return true
      } catch {
        return false
      }
    },
  }
}

function bytes(name, compare) {
  const right = Uint8Array.from(randomBytes(32))
  return {
    name,
    draw: (isClose) => guessBytes(right, isClose),
    compare: (guess) => compare(right, guess),
  }
}

/** The control: an unsafe comparison of a text as long as an app secret. */
function letterByLetter() {
  const secret = textOf(43)
  return {
    name: 'letter by letter, to the first that differs',
    draw: (isClose) => guessText(secret, isClose),
    compare: (guess) => {
      for (let at = 0; at < secret.length; at++) {
        if (guess.charCodeAt(at) !== secret.charCodeAt(at)) return false
      }
      return guess.length === secret.length
    },
  }
}
