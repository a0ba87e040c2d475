import {
  formatAmount,
  givesAuthority,
  type SolanaReading,
  type SolanaStep,
  type StakeStep,
  type TokenAmount,
} from '@sallyport/contract/requests'
import type { Copy } from '../copy/en.js'
import type { Words } from '../copy/load-copy.js'
import type { Caution, Presentation, Row } from './presentation.js'

/** A Solana transaction in words: each of its instructions, in order. */
export function presentSolana(transaction: SolanaReading, words: Words): Presentation {
  const { steps, feePayer, maxFeeLamports } = transaction
  const { copy, locale } = words
  const sol = (lamports: bigint) => formatAmount(lamports, { decimals: 9, locale })
  const acting = steps.filter(({ kind }) => kind !== 'fee-settings')
  const [only] = acting
  const isSend = acting.length === 1 && only?.kind === 'send-sol'
  const spoken = acting.map((step) => ({
    ...inWords(step, { words, feePayer, sol }),
    isRisky: risky.includes(step.kind),
  }))
  const rows: Row[] = [
    // One payment says in title and amount what it does.
    ...(isSend ? spoken.flatMap((step) => step.rows) : []),
    { label: copy.network, value: 'Solana' },
    { label: copy.fee, value: `${sol(maxFeeLamports)} SOL`, note: copy.feeNote },
    { label: copy.feePayer, value: feePayer, form: 'address' },
  ]
  return {
    title: isSend ? copy.title.send(`${sol(only.lamports)} SOL`) : titleOf(acting, copy),
    amount: isSend ? { value: `−${sol(only.lamports)}`, unit: 'SOL' } : null,
    hero: isSend ? null : 'file',
    parts: [...(isSend ? [] : [{ kind: 'steps', steps: spoken } as const]), { kind: 'rows', rows }],
    cautions: cautionsOf(transaction, copy),
    approve: copy.approve,
    isFree: false,
    isAskedTwice: steps.some(givesAuthority),
  }
}

const risky: readonly SolanaStep['kind'][] = [
  'approve-token',
  'set-authority',
  'assign',
  'durable-nonce',
  'unread',
]

function titleOf(steps: readonly SolanaStep[], copy: Copy): string {
  const kinds = new Set(steps.map(({ kind }) => kind))
  kinds.delete('create-token-account')
  kinds.delete('memo')
  if (kinds.size !== 1) return copy.title.transaction
  if (kinds.has('send-token')) return copy.title.sendToken
  return kinds.has('approve-token') ? copy.title.approveToken : copy.title.transaction
}

function inWords(
  step: SolanaStep,
  {
    words: { copy, locale },
    feePayer,
    sol,
  }: { words: Words; feePayer: string; sol: (lamports: bigint) => string },
): { title: string; rows: Row[] } {
  const address = (label: string, value: string): Row => ({ label, value, form: 'address' })
  const amount = ({ units, mint, decimals }: TokenAmount): Row[] => {
    const value =
      decimals === null
        ? copy.units(units.toString())
        : formatAmount(units, { decimals: Math.min(decimals, 30), locale })
    return [
      { label: copy.amount, value, isStrong: true },
      ...(mint ? [address(copy.mint, mint)] : []),
    ]
  }
  const said = copy.step
  switch (step.kind) {
    case 'send-sol': {
      const from = step.from === feePayer ? [] : [address(copy.from, step.from)]
      return { title: said.sendSol(sol(step.lamports)), rows: [...from, address(copy.to, step.to)] }
    }
    case 'send-token':
      return {
        title: said.sendToken,
        rows: [...amount(step.amount), address(copy.from, step.from), address(copy.to, step.to)],
      }
    case 'approve-token':
      return {
        title: said.approveToken,
        rows: [
          ...amount(step.amount),
          address(copy.spender, step.delegate),
          address(copy.tokenAccount, step.account),
        ],
      }
    case 'create-token-account':
      return {
        title: said.createTokenAccount,
        rows: [address(copy.owner, step.owner), address(copy.mint, step.mint)],
      }
    case 'close-token-account':
      return {
        title: said.closeTokenAccount,
        rows: [address(copy.tokenAccount, step.account), address(copy.to, step.to)],
      }
    case 'end-approval':
      return { title: said.endApproval, rows: [address(copy.tokenAccount, step.account)] }
    case 'burn-token':
      return {
        title: said.burnToken,
        rows: [...amount(step.amount), address(copy.tokenAccount, step.account)],
      }
    case 'mint-token':
      return { title: said.mintToken, rows: [...amount(step.amount), address(copy.to, step.to)] }
    case 'set-authority':
      return {
        title: said.setAuthority[step.right],
        rows: [
          address(copy.tokenAccount, step.account),
          ...(step.to ? [address(copy.operator, step.to)] : []),
        ],
      }
    case 'create-account':
      return {
        title: said.createAccount(sol(step.lamports)),
        rows: [address(copy.newAccount, step.account), address(copy.program, step.owner)],
      }
    case 'stake':
      return spokenStake(step, { copy, sol })
    case 'assign':
      return { title: said.assign, rows: [address(copy.wallet, step.account)] }
    case 'durable-nonce':
      return { title: said.durableNonce, rows: [] }
    case 'fee-settings':
      return { title: said.feeSettings, rows: [] }
    case 'memo':
      return { title: said.memo, rows: [{ label: copy.message, value: step.text.text }] }
    case 'unread':
      return {
        title: said.unread,
        rows: [
          address(copy.program, step.program),
          { label: copy.data, value: step.data, form: 'mono' },
        ],
      }
  }
}

function spokenStake(
  step: StakeStep,
  { copy, sol }: { copy: Copy; sol: (lamports: bigint) => string },
): { title: string; rows: Row[] } {
  const { act, account, party } = step
  const labels = {
    initialize: copy.operator,
    authorize: copy.operator,
    delegate: copy.validator,
    deactivate: copy.stake,
    withdraw: copy.to,
    split: copy.newAccount,
  } satisfies Record<StakeStep['act'], string>
  const row = (label: string, value: string): Row => ({ label, value, form: 'address' })
  return {
    title: copy.step.stake[act]('lamports' in step ? sol(step.lamports) : ''),
    rows: [row(copy.stake, account), ...(party === null ? [] : [row(labels[act], party)])],
  }
}

function cautionsOf({ steps, tables }: SolanaReading, copy: Copy): Caution[] {
  const has = (kind: SolanaStep['kind']) => steps.some((step) => step.kind === kind)
  const { warning } = copy
  const cautions: Caution[] = []
  if (steps.some(givesAuthority)) {
    cautions.push({ tone: 'danger', text: warning.authority })
  }
  if (has('approve-token')) cautions.push({ tone: 'warning', text: warning.approveToken })
  if (has('durable-nonce')) cautions.push({ tone: 'warning', text: warning.durable })
  if (has('unread')) cautions.push({ tone: 'warning', text: warning.unread })
  if (tables.length > 0) cautions.push({ tone: 'warning', text: warning.tables })
  return cautions
}
