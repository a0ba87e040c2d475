import { formatMoment } from '../amounts.js'
import { endsAuthorization } from '../authorization.js'
import type { InertText } from '../inert-text.js'
import { foreignSite, type LoginMessage } from '../login-message.js'
import { isSameAddress } from '../look-alike.js'
import { mixesScripts } from '../mixed-scripts.js'
import type { Subject } from '../reading.js'
import {
  type Caution,
  type Presentation,
  type PresentGiven,
  plainPresentation,
  type Row,
} from './presentation.js'
import { addressRow, networkRow } from './rows.js'
import { caution, cautionsOf } from './warnings.js'

type Of<K extends Subject['kind']> = Extract<Subject, { kind: K }>

/** A text to sign, and what a login message says in it. */
export function presentMessage({ text, login }: Of<'message'>, given: PresentGiven): Presentation {
  const { words } = given
  const foreign = login === null ? null : foreignSite(login, given.host.toLowerCase())
  const cautions = [
    ...(foreign === null
      ? []
      : [caution('wrongSite', words.warning.wrongSite(foreign, given.host))]),
    ...cautionsOf(words, isForOther(login, given) ? ['wrongAccount'] : []),
    ...textCautions(text, given),
    // Long hex under the name of a message: bytes after all (SIG-07).
    ...cautionsOf(words, /^(0x)?[0-9a-f]{40,}$/i.test(text.text.trim()) ? ['hexText'] : []),
  ]
  return {
    ...plainPresentation(
      login === null ? words.title.message : words.title.login(login.domain),
      words.sign,
    ),
    hero: foreign !== null ? 'triangle' : login === null ? 'pen' : 'lock',
    parts: [
      ...(login ? [{ kind: 'rows', role: 'facts', rows: loginRows(login, given) } as const] : []),
      { kind: 'text', label: words.message, text: text.text, isMono: false },
    ],
    cautions,
    isFree: cautions.length === 0,
  }
}

/** Bytes that are not text. */
export function presentBytes({ hex }: Of<'bytes'>, given: PresentGiven): Presentation {
  const { words } = given
  return {
    ...plainPresentation(words.title.bytes, words.sign),
    hero: 'triangle',
    parts: [{ kind: 'text', label: words.bytes, text: hex.text, isMono: true }],
    cautions: [...cautionsOf(words, ['bytes']), ...textCautions(hex, given)],
  }
}

/** A bare hash, which can stand for anything. */
export function presentDigest({ hex }: Of<'digest'>, { words }: PresentGiven): Presentation {
  return {
    ...plainPresentation(words.title.digest, words.sign),
    hero: 'triangle',
    parts: [{ kind: 'text', label: words.bytes, text: hex, isMono: true }],
    cautions: cautionsOf(words, ['digest']),
  }
}

/** EIP-7702: a contract acts for the account from now on; the zero address ends that. */
export function presentAuthorization(
  subject: Of<'authorization'>,
  given: PresentGiven,
): Presentation {
  const { contract, chainId, nonce } = subject
  const { words } = given
  const isEnd = endsAuthorization(subject)
  const rows: Row[] = [
    ...(isEnd ? [] : [addressRow(words.operator, contract)]),
    networkRow(chainId, given),
    { label: words.nonce, value: nonce.toString() },
  ]
  const { title } = words
  return {
    ...plainPresentation(isEnd ? title.endAuthorization : title.authorization, words.sign),
    hero: isEnd ? 'file' : 'triangle',
    parts: [{ kind: 'rows', role: 'facts', rows }],
    cautions: cautionsOf(words, isEnd ? [] : ['authorization']),
  }
}

/** A login is for one account; a page that asks for another one's login wants to use it elsewhere. */
function isForOther(login: LoginMessage | null, { wallet }: PresentGiven): boolean {
  if (login === null || wallet === null) return false
  return login.address === null || !isSameAddress(login.address, wallet)
}

/** The parts of a login message that a user can check. */
function loginRows(login: LoginMessage, given: PresentGiven): Row[] {
  const { words, locale } = given
  const mixed = mixesScripts(login.domain) ? { note: words.mixedScripts } : {}
  const rows: Row[] = [{ label: words.site, value: login.domain, ...mixed }]
  if (login.chainId !== null && /^\d{1,20}$/.test(login.chainId)) {
    rows.push(networkRow(BigInt(login.chainId), given))
  }
  const expires = login.expiresAt === null ? Number.NaN : Date.parse(login.expiresAt)
  if (!Number.isNaN(expires)) {
    const seconds = BigInt(Math.floor(expires / 1_000))
    rows.push({ label: words.expires, value: formatMoment(seconds, locale) })
  }
  return rows
}

/** What was done to a text before it could be shown. */
function textCautions({ removed, omitted }: InertText, { words }: PresentGiven): Caution[] {
  return [
    ...cautionsOf(words, removed > 0 ? ['hidden'] : []),
    ...cautionsOf(words, omitted > 0 ? ['long'] : []),
  ]
}
