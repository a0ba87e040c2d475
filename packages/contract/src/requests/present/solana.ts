import { formatAmount } from '../amounts.js'
import type { SolanaReading, SolanaStep, StakeStep, TokenAmount } from '../reading.js'
import { givesAuthority } from '../solana-steps.js'
import { type Act, stepRows } from './action.js'
import { unusualCautions } from './ethereum.js'
import type { Amount, Caution, Presentation, PresentGiven, Row } from './presentation.js'
import { addressRow, type Coins, coinsOf, feeRow, ownNetworkRow, recipientRow } from './rows.js'
import { bigAmount, impostorCautions, tokenAt, tokenRow } from './tokens.js'
import { cautionsOf } from './warnings.js'

interface Place {
  given: PresentGiven
  coins: Coins
  feePayer: string
}

/** A Solana transaction in words: each of its instructions, in order. */
export function presentSolana(transaction: SolanaReading, given: PresentGiven): Presentation {
  const { steps, feePayer, maxFeeLamports } = transaction
  const { words } = given
  const coins = coinsOf({ unit: 'SOL', decimals: 9 }, given)
  const acting = steps.filter(({ kind }) => kind !== 'fee-settings')
  const acts = acting.map((step) => stepAct(step, { given, coins, feePayer }))
  const [only] = acts
  // One payment says in title and amount what it does; of anything else each step is listed.
  const single = acts.length === 1 && only?.amount ? only : null
  const rows: Row[] = [
    ...(single?.rows ?? []),
    ...(feePayer === given.wallet ? [] : [addressRow(words.feePayer, feePayer)]),
    ownNetworkRow('Solana', given),
  ]
  return {
    title: single?.title ?? titleOf(acting, acts, given),
    amount: single?.amount ?? null,
    hero: single
      ? null
      : acts.some(({ cautions }) => cautions.some(({ isStop }) => isStop))
        ? 'triangle'
        : 'file',
    parts: [
      ...(single ? [] : [{ kind: 'steps', steps: acts.map((act) => listed(act, given)) } as const]),
      { kind: 'rows', role: 'facts', rows },
      { kind: 'rows', role: 'costs', rows: [feeRow(maxFeeLamports, { words, coins })] },
    ],
    cautions: [
      ...acts.flatMap(({ cautions }) => cautions),
      ...unusualCautions(given.unusual ?? [], given),
      ...cautionsOf(words, transaction.tables.length > 0 ? ['tables'] : []),
    ],
    approve: words.approve,
    isFree: false,
  }
}

function listed(act: Act, given: PresentGiven) {
  const isRisky = act.cautions.length > 0
  return { title: act.title, rows: stepRows(act, given), isRisky }
}

/** What one act is called speaks for a transaction that does nothing else of weight. */
function titleOf(
  steps: readonly SolanaStep[],
  acts: readonly Act[],
  { words }: PresentGiven,
): string {
  const main = acts.filter((_, index) => {
    const kind = steps[index]?.kind
    return kind !== 'create-token-account' && kind !== 'memo'
  })
  const [first] = main
  const isOne = first !== undefined && main.every(({ title }) => title === first.title)
  return isOne && first.amount ? first.title : words.title.transaction
}

const plainAct = (title: string, rows: readonly Row[], cautions: readonly Caution[] = []): Act => ({
  ...{ title, rows, cautions },
  amount: null,
})

function coinAmount(lamports: bigint, { coins, given: { locale } }: Place): Amount {
  const figure = formatAmount(lamports, { decimals: coins.decimals, locale })
  return { value: `−${figure}`, unit: coins.unit, isUnverified: false }
}

function stepAct(step: SolanaStep, place: Place): Act {
  const { given, feePayer } = place
  const { words } = given
  const said = words.step
  switch (step.kind) {
    case 'send-sol': {
      const from = step.from === feePayer ? [] : [addressRow(words.from, step.from)]
      const act = plainAct(words.title.send('SOL'), [...from, recipientRow(words.to, step.to)])
      return { ...act, amount: coinAmount(step.lamports, place) }
    }
    case 'send-token':
    case 'approve-token':
    case 'burn-token':
    case 'mint-token':
      return amountAct(step, place)
    case 'create-token-account':
    case 'close-token-account':
    case 'end-approval':
    case 'set-authority':
    case 'create-account':
    case 'assign':
      return accountAct(step, place)
    case 'stake':
      return stakeAct(step, place)
    case 'durable-nonce':
      return plainAct(said.durableNonce, [], cautionsOf(words, ['durable']))
    case 'fee-settings':
      return plainAct(words.fee, [])
    case 'memo':
      return plainAct(said.memo, [{ label: words.memo, value: step.text.text }])
    case 'unread': {
      const data: Row = { label: words.data, value: step.data, form: 'mono' }
      const rows = [addressRow(words.program, step.program), data]
      const id = given.isSimulated ? 'unread' : 'blindCall'
      return plainAct(said.unread, rows, cautionsOf(words, [id]))
    }
  }
}

type Of<K extends SolanaStep['kind']> = Extract<SolanaStep, { kind: K }>

/** A step that opens or closes an account, or gives one away. */
function accountAct(
  step: Of<
    | 'create-token-account'
    | 'close-token-account'
    | 'end-approval'
    | 'set-authority'
    | 'create-account'
    | 'assign'
  >,
  place: Place,
): Act {
  const { given } = place
  const { words } = given
  const said = words.step
  const authority = cautionsOf(words, ['authority'])
  switch (step.kind) {
    case 'create-token-account': {
      const mint = tokenRow(tokenAt('solana', step.mint, given), given)
      return plainAct(said.createTokenAccount, [addressRow(words.owner, step.owner), mint])
    }
    case 'close-token-account':
      return plainAct(said.closeTokenAccount, [
        addressRow(words.tokenAccount, step.account),
        addressRow(words.to, step.to),
      ])
    case 'end-approval':
      return plainAct(words.title.endApproval, [addressRow(words.tokenAccount, step.account)])
    case 'set-authority': {
      const holder = step.to === null ? [] : [addressRow(words.operator, step.to)]
      const account = addressRow(words.tokenAccount, step.account)
      return plainAct(said.setAuthority[step.right], [account, ...holder], authority)
    }
    case 'create-account': {
      const made = addressRow(words.newAccount, step.account)
      const act = plainAct(said.createAccount, [made, addressRow(words.program, step.owner)])
      return { ...act, amount: coinAmount(step.lamports, place) }
    }
    case 'assign':
      return plainAct(said.assign, [addressRow(words.wallet, step.account)], authority)
  }
}

/** A step that moves an amount of a token, or lets another account move it. */
function amountAct(
  step: Of<'send-token' | 'approve-token' | 'burn-token' | 'mint-token'>,
  place: Place,
): Act {
  const { words } = place.given
  const { title, step: said } = words
  switch (step.kind) {
    case 'send-token':
      return tokenAct(step.amount, place, {
        title: (symbol) => (symbol ? title.send(symbol) : title.sendTokens),
        sign: '−',
        rows: [recipientRow(words.to, step.to), addressRow(words.from, step.from)],
      })
    case 'approve-token': {
      const account = addressRow(words.tokenAccount, step.account)
      return tokenAct(step.amount, place, {
        title: (symbol) => (symbol ? title.approve(symbol) : title.approveTokens),
        rows: [addressRow(words.spender, step.delegate), account],
        cautions: cautionsOf(words, [step.amount.units >= most ? 'unlimited' : 'approveToken']),
      })
    }
    case 'burn-token':
      return tokenAct(step.amount, place, {
        title: () => said.burnToken,
        sign: '−',
        rows: [addressRow(words.tokenAccount, step.account)],
      })
    case 'mint-token':
      return tokenAct(step.amount, place, {
        title: () => said.mintToken,
        rows: [addressRow(words.to, step.to)],
      })
  }
}

/** The most that a token account can count: an approval of it is one without a limit. */
const most = 2n ** 64n - 1n

function tokenAct(
  { units, mint, decimals }: TokenAmount,
  { given }: Place,
  act: {
    title: (symbol: string | null) => string
    sign?: string
    rows: readonly Row[]
    cautions?: readonly Caution[]
  },
): Act {
  const { words } = given
  // A transfer without a mint moves tokens that only the chain can name.
  const found = tokenAt('solana', mint ?? '', given)
  // The program checks the decimals that an instruction names.
  const token = { ...found, decimals: decimals === null ? found.decimals : Math.min(decimals, 30) }
  const impostor = impostorCautions(token.symbol, { place: 'solana', ...token, words })
  const isUnlimited = units >= most
  return {
    title: act.title(token.isListed ? token.symbol : null),
    amount: bigAmount(isUnlimited ? 'unlimited' : units, token, { given, sign: act.sign ?? '' }),
    rows: [...act.rows, ...(mint === null ? [] : [tokenRow(token, given)])],
    cautions: [...(act.cautions ?? []), ...impostor],
  }
}

function stakeAct(step: StakeStep, { given: { words, locale }, coins }: Place): Act {
  const { act, account, party } = step
  const labels = {
    initialize: words.operator,
    authorize: words.operator,
    delegate: words.validator,
    deactivate: words.stake,
    withdraw: words.to,
    split: words.newAccount,
  } satisfies Record<StakeStep['act'], string>
  const amount =
    'lamports' in step
      ? {
          value: formatAmount(step.lamports, { decimals: 9, locale }),
          unit: coins.unit,
          isUnverified: false,
        }
      : null
  return {
    title: words.step.stake[act],
    amount,
    rows: [
      addressRow(words.stake, account),
      ...(party === null ? [] : [addressRow(labels[act], party)]),
    ],
    cautions: cautionsOf(words, givesAuthority(step) ? ['authority'] : []),
  }
}
