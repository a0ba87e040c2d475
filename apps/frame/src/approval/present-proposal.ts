import type { ApprovalFacts } from '@sallyport/contract'
import { inertText, type Part } from '@sallyport/contract/requests'
import { type Presentation, present } from '../confirm/screen/present.js'
import type { ApprovalWords } from './copy/load-copy.js'
import { describeChange, type ProposedChange } from './describe-change.js'
import { readRpc } from './read-rpc.js'
import type { SignedRequest } from './sign-approval.js'

/** A request that waits, with what the signer says of it. */
export interface Proposal {
  request: SignedRequest
  wallet: ApprovalFacts['wallet']
  /** Of the quorum that is nearest to being met. */
  votes: { cast: number; needed: number }
  expiresAtMs: number
}

/** A request in words, read from the bytes that the member would sign and from nothing else. */
export async function presentProposal(
  proposal: Proposal,
  { words, host }: { words: ApprovalWords; host: string },
): Promise<Presentation> {
  const shown = await presentRequest(proposal, { words, host })
  const hasWallet = shown.parts.some(
    (part) => part.kind === 'rows' && part.rows.some(({ isWallet }) => isWallet === true),
  )
  const rest = partsOf({ ...proposal, wallet: hasWallet ? null : proposal.wallet }, words)
  return { ...shown, parts: [...shown.parts, ...rest] }
}

async function presentRequest(
  { request, wallet }: Proposal,
  { words, host }: { words: ApprovalWords; host: string },
): Promise<Presentation> {
  const { copy } = words
  const change = changeOf(request)
  if (change) return describeChange(change, copy)
  const method = request.body.method
  if (method === 'exportPrivateKey' || method === 'exportSeedPhrase')
    return unread(copy.change.exportKey, copy.cautions.exported, copy.approve)
  const subject =
    wallet && isRpc(request) && (await readRpc(request.body, wallet).catch(() => undefined))
  if (!subject || !wallet) return unread(copy.change.unread, copy.cautions.unread, copy.approve)
  const { address } = wallet
  const shown = present(
    { subject, wallet: address, own: [address] },
    { words: words.words, origin: host },
  )
  const isPaidLater = subject.kind === 'user-operation'
  return {
    ...shown,
    approve: copy.approve,
    isFree: false,
    // What calls of a plain wallet cost is not known yet.
    parts: shown.parts.filter((part) => !(isPaidLater && isCosts(part))),
  }
}

const isCosts = (part: Part) => part.kind === 'rows' && part.role === 'costs'
const isRpc = ({ method, url }: SignedRequest) =>
  method === 'POST' && /\/wallets\/[a-z0-9]{24}\/rpc$/.test(url)

function unread(title: string, text: string, approve: string): Presentation {
  const cautions = [{ tone: 'danger', isStop: true, text }] as const
  return {
    title,
    amount: null,
    hero: 'triangle',
    parts: [],
    cautions,
    approve,
    isFree: false,
    isRisky: true,
  }
}

const kinds: Record<string, (part: string) => ProposedChange['kind'] | undefined> = {
  'POST wallets': (part) => (part === '/transfer' ? 'transfer' : undefined),
  'PATCH wallets': (part) => (part === '' ? 'wallet' : undefined),
  'PATCH policies': (part) => (part === '' ? 'policy' : isRule(part) ? 'updateRule' : undefined),
  'POST policies': (part) => (part === '/rules' ? 'addRule' : undefined),
  'DELETE policies': (part) => (isRule(part) ? 'removeRule' : undefined),
  'PATCH key_quorums': (part) => (part === '' ? 'quorum' : undefined),
}
const isRule = (part: string) => /^\/rules\/[a-z0-9]{24}$/.test(part)

/** The change that a request asks for; undefined for one that signs something. */
function changeOf({ method, url, body }: SignedRequest): ProposedChange | undefined {
  const path = /\/v1\/(wallets|policies|key_quorums)\/([a-z0-9]{24})(\/[a-z0-9/_]*)?$/.exec(url)
  const [, collection = '', id = '', part = ''] = path ?? []
  const kind = kinds[`${method} ${collection}`]?.(part)
  return kind && { kind, id, ruleId: /\/rules\/([a-z0-9]{24})$/.exec(part)?.[1], body }
}

/** Which wallet it is about, how far the approvals are, and the exact text. */
function partsOf(
  { wallet, votes, expiresAtMs, request }: Proposal,
  { copy, words }: ApprovalWords,
): Part[] {
  const moment = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const text = inertText(JSON.stringify(request.body, null, 2)).text
  return [
    {
      kind: 'rows',
      role: 'facts',
      rows: [
        ...(wallet
          ? [{ label: copy.wallet, value: wallet.address, form: 'address' as const }]
          : []),
        { label: copy.approved, value: copy.ofMembers(votes.cast, votes.needed) },
        { label: copy.expires, value: moment.format(expiresAtMs) },
      ],
    },
    {
      kind: 'details',
      label: copy.exact,
      parts: [
        {
          kind: 'text',
          label: copy.exact,
          text: `${request.method} ${request.url}\n${text}`,
          isMono: true,
        },
      ],
    },
  ]
}
