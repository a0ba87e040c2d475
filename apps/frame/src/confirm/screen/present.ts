import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import { formatMoment } from '../read/amounts.js'
import type { InertText } from '../read/inert-text.js'
import { isLoginOf } from '../read/login-domain.js'
import { networkOf } from '../read/networks.js'
import type { Node, Permission, Reading, Subject } from '../read/subject.js'
import { presentEthereum } from './present-ethereum.js'
import { presentSolana } from './present-solana.js'
import type { Caution, Part, Presentation, Row } from './presentation.js'

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
  const shown = presentSubject(subject, { words, origin })
  return { ...shown, parts: [...shown.parts, ...own] }
}

function presentSubject(
  subject: Subject,
  { words, origin }: { words: Words; origin: string },
): Presentation {
  const { copy } = words
  switch (subject.kind) {
    case 'message':
      return presentMessage(subject, { copy, origin })
    case 'bytes':
      return {
        ...plain(copy.title.bytes, copy.sign),
        hero: 'triangle',
        parts: [{ kind: 'text', label: copy.bytes, text: subject.hex.text, isMono: true }],
        cautions: [
          { tone: 'danger', text: copy.warning.bytes },
          ...textCautions(subject.hex, copy),
        ],
      }
    case 'digest':
      return {
        ...plain(copy.title.digest, copy.sign),
        hero: 'triangle',
        parts: [{ kind: 'text', label: copy.bytes, text: subject.hex, isMono: true }],
        cautions: [{ tone: 'danger', text: copy.warning.digest }],
      }
    case 'typed-data':
      return presentTypedData(subject, words)
    case 'ethereum-transaction':
      return presentEthereum(subject, words)
    case 'solana-transaction':
      return presentSolana(subject, words)
  }
}

function plain(title: string, approve: string): Presentation {
  return { title, amount: null, hero: 'pen', parts: [], cautions: [], approve, isFree: false }
}

function presentMessage(
  { text, loginDomain }: Of<'message'>,
  { copy, origin }: { copy: Copy; origin: string },
): Presentation {
  const isElsewhere = loginDomain !== null && !isLoginOf(loginDomain, origin)
  const cautions: Caution[] = textCautions(text, copy)
  if (isElsewhere) cautions.unshift({ tone: 'danger', text: copy.warning.wrongSite(loginDomain) })
  // Long hex under the name of a message: bytes after all (SIG-07).
  if (/^(0x)?[0-9a-f]{40,}$/i.test(text.text.trim())) {
    cautions.push({ tone: 'warning', text: copy.warning.hexText })
  }
  return {
    ...plain(loginDomain === null ? copy.title.message : copy.title.login(loginDomain), copy.sign),
    hero: isElsewhere ? 'triangle' : loginDomain === null ? 'pen' : 'lock',
    parts: [{ kind: 'text', label: copy.message, text: text.text, isMono: false }],
    cautions,
    isFree: cautions.length === 0,
  }
}

function presentTypedData(
  { primaryType, domain, tree, permission }: Of<'typed-data'>,
  { copy, locale }: Words,
): Presentation {
  const domainRows = domain.map((field) => domainRow(field, copy))
  const parts: Part[] = [{ kind: 'tree', label: copy.content, title: primaryType, nodes: tree }]
  if (domainRows.length > 0) parts.unshift({ kind: 'rows', rows: domainRows })
  // It moves no money by itself, but orders and permissions are data too: nothing says that it costs nothing.
  if (!permission) return { ...plain(copy.title.typedData, copy.sign), parts }
  return {
    ...plain(copy.title.permission, copy.sign),
    hero: 'triangle',
    parts: [{ kind: 'rows', rows: permissionRows(permission, { copy, locale }) }, ...parts],
    cautions: [
      {
        tone: permission.amount === 'unlimited' ? 'danger' : 'warning',
        text: permission.amount === 'unlimited' ? copy.warning.unlimited : copy.warning.permission,
      },
    ],
  }
}

/** Whom typed data is for, in words where its field is one of EIP-712. */
function domainRow({ name, content }: Node, copy: Copy): Row {
  const value = String(content)
  switch (name) {
    case 'name':
      return { label: copy.domain, value }
    case 'verifyingContract':
      return { label: copy.contract, value, form: 'address' }
    case 'chainId': {
      const network = /^\d{1,20}$/.test(value) ? networkOf(BigInt(value)) : null
      return { label: copy.network, value: network?.name ?? copy.unknownNetwork(value) }
    }
    default:
      return { label: name, value }
  }
}

function permissionRows(
  { spender, amount, expires }: Permission,
  { copy, locale }: { copy: Copy; locale: string },
): Row[] {
  const rows: Row[] = []
  if (spender) rows.push({ label: copy.spender, value: spender, form: 'address' })
  if (amount !== null) {
    const value = amount === 'unlimited' ? copy.unlimited : copy.units(amount.toString())
    rows.push({ label: copy.amount, value, isStrong: true })
  }
  if (expires !== null) {
    const value = expires === 'never' ? copy.never : formatMoment(expires, locale)
    rows.push({ label: copy.expires, value, isStrong: true })
  }
  return rows
}

/** What was done to a text before it could be shown. */
export function textCautions({ removed, omitted }: InertText, copy: Copy): Caution[] {
  return [
    ...(removed > 0 ? [{ tone: 'warning', text: copy.warning.hidden } as const] : []),
    ...(omitted > 0 ? [{ tone: 'danger', text: copy.warning.long } as const] : []),
  ]
}
