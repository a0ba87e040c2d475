import {
  readSolana,
  readSolanaMessage,
  type SolanaStep,
  solanaPrograms,
  toBase58,
} from '@sallyport/contract/requests'
import {
  type Action,
  type Facts,
  type Fields,
  known,
  knownOr,
  type Move,
  type Seen,
  type Unread,
} from './facts.js'
import { isNative, unreadMove } from './token-moves.js'

/** Names of the instructions of the system program, by their number. */
const systemNames = [
  'CreateAccount',
  'Assign',
  'Transfer',
  'CreateAccountWithSeed',
  'AdvanceNonceAccount',
  'WithdrawNonceAccount',
  'InitializeNonceAccount',
  'AuthorizeNonceAccount',
  'Allocate',
  'AllocateWithSeed',
  'AssignWithSeed',
  'TransferWithSeed',
  'UpgradeNonceAccount',
]
/** Names of the instructions of the token program, by their number. */
const tokenNames = [
  'InitializeMint',
  'InitializeAccount',
  'InitializeMultisig',
  'Transfer',
  'Approve',
  'Revoke',
  'SetAuthority',
  'MintTo',
  'Burn',
  'CloseAccount',
  'FreezeAccount',
  'ThawAccount',
  'TransferChecked',
  'ApproveChecked',
  'MintToChecked',
  'BurnChecked',
  'InitializeAccount2',
  'SyncNative',
  'InitializeAccount3',
]

const tokenPrograms: ReadonlySet<string> = new Set([solanaPrograms.token, solanaPrograms.token2022])

type Message = NonNullable<ReturnType<typeof readSolanaMessage>>
type Instruction = Message['instructions'][number]

/** A Solana transaction as facts, from the message that is signed: each instruction has to be allowed. */
export function readSolanaRequest(
  method: 'signTransaction' | 'signAndSendTransaction',
  message: Uint8Array,
): Facts | Unread {
  const parts = readSolanaMessage(message)
  const reading = readSolana(message)
  if (!parts || !reading) return { unread: 'it is not a Solana transaction' }
  const actions = parts.instructions.map((instruction, at): Action => {
    // `readSolana` has a step for each instruction.
    const step = reading.steps[at] ?? { kind: 'unread', program: '?', data: '' }
    return { ...movesOfStep(step, instruction), fields: fieldsOf(instruction, step) }
  })
  if (actions.length === 0) return { unread: 'it has no instruction' }
  const unread = reading.steps.filter(({ kind }) => kind === 'unread').length
  return {
    method,
    chain: 'solana',
    shared: {
      solana_transaction: {
        fee_payer: known(reading.feePayer),
        signers: known(BigInt(reading.signers)),
        max_fee: known(reading.maxFeeLamports),
        cost: costOf(actions, reading.maxFeeLamports),
        unknown_tables: known(BigInt(reading.tables.length)),
        unread_instructions: known(BigInt(unread)),
      },
    },
    actions,
  }
}

/** The fee and the lamports that move; unreadable where an amount is, or where it is not known what moves. */
function costOf(actions: readonly Action[], fee: bigint): Seen {
  let sum = fee
  for (const { amount } of actions.flatMap(({ moves }) => moves.filter(isNative))) {
    if (typeof amount !== 'object' || typeof amount.known !== 'bigint') return 'unreadable'
    sum += amount.known
  }
  return known(sum)
}

/** What a token account has to hold, by its program: 165 bytes of the first; accounts of Token-2022 have sizes of their own. */
const tokenAccountRents: ReadonlyMap<string | null | undefined, bigint> = new Map([
  [solanaPrograms.token, 2_039_280n],
])

type StepMoves = Pick<Action, 'moves' | 'isWhole' | 'isIncidental'>

/** What a step does with assets. Only steps that are known to move nothing else are whole. */
function movesOfStep(step: SolanaStep, { accounts }: Instruction): StepMoves {
  const one = (move: Omit<Move, 'chainId'>) => ({
    moves: [{ ...move, chainId: 'absent' as const }],
    isWhole: true,
  })
  const lamports = (to: Seen, amount: bigint | 'unreadable') =>
    one({ kind: 'transfer', asset: known('native'), to, amount: seenAmount(amount) })
  switch (step.kind) {
    case 'send-sol':
      return lamports(known(step.to), step.lamports)
    case 'create-account':
      return { ...lamports(known(step.account), step.lamports), isWhole: false }
    case 'send-token':
    case 'burn-token': {
      const to = step.kind === 'send-token' ? known(step.to) : 'absent'
      const asset = knownOr(step.amount.mint, 'unreadable')
      return one({ kind: 'transfer', asset, to, amount: known(step.amount.units) })
    }
    case 'mint-token': {
      const asset = knownOr(step.amount.mint, 'unreadable')
      const minted = one({
        ...{ kind: 'transfer', asset, to: known(step.to) },
        amount: known(step.amount.units),
      })
      return { ...minted, isWhole: false }
    }
    case 'approve-token': {
      const asset = knownOr(step.amount.mint, 'unreadable')
      return one({
        ...{ kind: 'approval', asset, to: known(step.delegate) },
        amount: known(step.amount.units),
      })
    }
    case 'close-token-account':
      return lamports(known(step.to), 'unreadable')
    case 'create-token-account': {
      const [, account, , , , program] = accounts
      const rent = tokenAccountRents.get(program) ?? 'unreadable'
      return lamports(knownOr(account, 'unreadable'), rent)
    }
    case 'fee-settings':
    case 'memo':
      return { moves: [], isWhole: true, isIncidental: true }
    case 'end-approval':
      return { moves: [], isWhole: true }
    case 'durable-nonce':
      return { moves: [], isWhole: false }
    case 'stake':
      return movesOfStake(step)
    case 'unread':
      // The system program moves nothing but lamports. Other programs can move all that a signer has, by calls of their own.
      return step.program === solanaPrograms.system
        ? { ...lamports('unreadable', 'unreadable'), isWhole: false }
        : anything
    case 'set-authority':
    case 'assign':
      return anything
  }
}

/** Control of an account goes away, or it is not known what a step does. */
const anything: StepMoves = { moves: [unreadMove('absent')], isWhole: false }

function movesOfStake(step: Extract<SolanaStep, { kind: 'stake' }>): StepMoves {
  switch (step.act) {
    case 'withdraw':
    case 'split': {
      const [asset, to, amount] = [known('native'), known(step.party), known(step.lamports)]
      return {
        moves: [{ kind: 'transfer', asset, to, amount, chainId: 'absent' }],
        isWhole: false,
      }
    }
    case 'delegate':
    case 'deactivate':
      return { moves: [], isWhole: false }
    case 'initialize':
    case 'authorize':
      return anything
  }
}

function seenAmount(amount: bigint | 'unreadable'): Seen {
  return typeof amount === 'bigint' ? known(amount) : amount
}

function fieldsOf({ program, accounts, data }: Instruction, step: SolanaStep): Fields {
  const programs = { solana_program_instruction: { programId: knownOr(program, 'unreadable') } }
  if (program === null)
    return {
      ...programs,
      solana_system_program_instruction: { instructionName: 'unreadable' },
      solana_token_program_instruction: { instructionName: 'unreadable' },
    }
  if (program === solanaPrograms.system)
    return { ...programs, solana_system_program_instruction: systemFields(accounts, data, step) }
  if (tokenPrograms.has(program))
    return { ...programs, solana_token_program_instruction: tokenFields(accounts, data, step) }
  return programs
}

function systemFields(accounts: Instruction['accounts'], data: Uint8Array, step: SolanaStep) {
  const number =
    data.length >= 4 ? new DataView(data.buffer, data.byteOffset).getUint32(0, true) : -1
  const name = systemNames[number]
  const fields: Record<string, Seen> = { instructionName: knownOr(name, 'unreadable') }
  if (name !== 'Transfer') return fields
  return {
    ...fields,
    'Transfer.from': knownOr(accounts[0], 'unreadable'),
    'Transfer.to': knownOr(accounts[1], 'unreadable'),
    'Transfer.lamports': step.kind === 'send-sol' ? known(step.lamports) : ('unreadable' as const),
  }
}

/** Where each instruction has its accounts. */
const tokenAccounts: Readonly<Record<string, readonly string[]>> = {
  Transfer: ['source', 'destination', 'authority'],
  TransferChecked: ['source', 'mint', 'destination', 'authority'],
  Burn: ['account', 'mint', 'authority'],
  MintTo: ['mint', 'account', 'authority'],
  CloseAccount: ['account', 'destination', 'authority'],
  InitializeAccount3: ['account', 'mint'],
}

function tokenFields(accounts: Instruction['accounts'], data: Uint8Array, step: SolanaStep) {
  const name = tokenNames[data[0] ?? -1]
  const fields: Record<string, Seen> = { instructionName: knownOr(name, 'unreadable') }
  const places = name === undefined ? undefined : tokenAccounts[name]
  if (name === undefined || places === undefined) return fields
  for (const [at, place] of places.entries())
    fields[`${name}.${place}`] = knownOr(accounts[at], 'unreadable')
  if (name === 'InitializeAccount3')
    fields['InitializeAccount3.owner'] =
      data.length === 33 ? known(toBase58(data.subarray(1))) : 'unreadable'
  else if (name !== 'CloseAccount')
    fields[`${name}.amount`] = 'amount' in step ? known(step.amount.units) : 'unreadable'
  return fields
}
