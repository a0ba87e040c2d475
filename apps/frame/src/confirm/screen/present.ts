import {
  endsAuthorization,
  foreignSite,
  formatMoment,
  type InertText,
  type LoginMessage,
  type Subject,
} from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import type { Reading } from '../reading.js'
import { networkRow } from './network-row.js'
import { presentAsked } from './present-asked.js'
import { presentBitcoin } from './present-bitcoin.js'
import { presentEthereum } from './present-ethereum.js'
import { presentOperation } from './present-operation.js'
import { presentSolana } from './present-solana.js'
import { presentTypedData } from './present-typed-data.js'
import {
  type Caution,
  type Part,
  type Presentation,
  plainPresentation,
  type Row,
} from './presentation.js'

type Of<K extends Subject['kind']> = Extract<Subject, { kind: K }>

/** A reading in words: title, what it is about, what to mind. */
export function present(
  { subject, wallet }: Reading,
  { words, origin }: { words: Words; origin: string },
): Presentation {
  const { copy } = words
  const own: Part[] = wallet
    ? [{ kind: 'rows', rows: [{ label: copy.wallet, value: wallet, form: 'address' }] }]
    : []
  const shown = presentSubject(subject, { words, origin, wallet })
  return { ...shown, parts: [...shown.parts, ...own] }
}

function presentSubject(
  subject: Reading['subject'],
  { words, origin, wallet }: { words: Words; origin: string; wallet: string | null },
): Presentation {
  const { copy } = words
  switch (subject.kind) {
    case 'asked':
      return presentAsked(subject.asks, copy)
    case 'message':
      return presentMessage(subject, { words, origin, wallet })
    case 'bytes':
      return {
        ...plainPresentation(copy.title.bytes, copy.sign),
        hero: 'triangle',
        parts: [{ kind: 'text', label: copy.bytes, text: subject.hex.text, isMono: true }],
        cautions: [
          { tone: 'danger', text: copy.warning.bytes },
          ...textCautions(subject.hex, copy),
        ],
      }
    case 'digest':
      return {
        ...plainPresentation(copy.title.digest, copy.sign),
        hero: 'triangle',
        parts: [{ kind: 'text', label: copy.bytes, text: subject.hex, isMono: true }],
        cautions: [{ tone: 'danger', text: copy.warning.digest }],
      }
    case 'authorization':
      return presentAuthorization(subject, copy)
    case 'typed-data':
      return presentTypedData(subject, { words, wallet })
    case 'ethereum-transaction':
      return presentEthereum(subject, words)
    case 'user-operation':
      return presentOperation(subject, words)
    case 'solana-transaction':
      return presentSolana(subject, words)
    case 'bitcoin-transaction':
      return presentBitcoin(subject, words)
  }
}

/** EIP-7702: a contract acts for the account from now on; the zero address ends that. */
function presentAuthorization(subject: Of<'authorization'>, copy: Copy): Presentation {
  const { contract, chainId, nonce } = subject
  const isEnd = endsAuthorization(subject)
  const rows: Row[] = [
    ...(isEnd ? [] : [{ label: copy.operator, value: contract, form: 'address' } as const]),
    networkRow(chainId, copy),
    { label: copy.nonce, value: nonce.toString() },
  ]
  return {
    ...plainPresentation(isEnd ? copy.title.endAuthorization : copy.title.authorization, copy.sign),
    hero: isEnd ? 'file' : 'triangle',
    parts: [{ kind: 'rows', rows }],
    cautions: isEnd ? [] : [{ tone: 'danger', text: copy.warning.authorization }],
    isAskedTwice: !isEnd,
  }
}

function presentMessage(
  { text, login }: Of<'message'>,
  { words, origin, wallet }: { words: Words; origin: string; wallet: string | null },
): Presentation {
  const { copy } = words
  const loginDomain = login?.domain ?? null
  const foreign = login === null ? null : foreignSite(login, hostOf(origin))
  const isElsewhere = foreign !== null
  const cautions: Caution[] = textCautions(text, copy)
  if (isElsewhere) cautions.unshift({ tone: 'danger', text: copy.warning.wrongSite(foreign) })
  const account = login?.address?.toLowerCase()
  if (login && wallet !== null && account !== wallet.toLowerCase()) {
    cautions.unshift({ tone: 'danger', text: copy.warning.wrongAccount })
  }
  // Long hex under the name of a message: bytes after all (SIG-07).
  if (/^(0x)?[0-9a-f]{40,}$/i.test(text.text.trim())) {
    cautions.push({ tone: 'warning', text: copy.warning.hexText })
  }
  return {
    ...plainPresentation(
      loginDomain === null ? copy.title.message : copy.title.login(loginDomain),
      copy.sign,
    ),
    hero: isElsewhere ? 'triangle' : loginDomain === null ? 'pen' : 'lock',
    parts: [
      ...(login ? [{ kind: 'rows', rows: loginRows(login, words) } as const] : []),
      { kind: 'text', label: copy.message, text: text.text, isMono: false },
    ],
    cautions,
    isFree: cautions.length === 0,
    isAskedTwice: isElsewhere,
  }
}

/** The parts of a login message that a user can check. */
function loginRows(login: LoginMessage, { copy, locale }: Words): Row[] {
  const rows: Row[] = [{ label: copy.site, value: login.domain }]
  if (login.chainId !== null && /^\d{1,20}$/.test(login.chainId)) {
    rows.push(networkRow(BigInt(login.chainId), copy))
  }
  const expires = login.expiresAt === null ? Number.NaN : Date.parse(login.expiresAt)
  if (!Number.isNaN(expires)) {
    const seconds = BigInt(Math.floor(expires / 1_000))
    rows.push({ label: copy.expires, value: formatMoment(seconds, locale) })
  }
  return rows
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}

/** What was done to a text before it could be shown. */
function textCautions({ removed, omitted }: InertText, copy: Copy): Caution[] {
  return [
    ...(removed > 0 ? [{ tone: 'warning', text: copy.warning.hidden } as const] : []),
    ...(omitted > 0 ? [{ tone: 'danger', text: copy.warning.long } as const] : []),
  ]
}
