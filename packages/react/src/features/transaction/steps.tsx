import { formatAmount, type SolanaStep, type StakeStep } from '@sallyport/contract/requests'
import type { RequestCopy } from '../../copy/en-requests.js'
import { useModal } from '../../modal/modal-context.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { FullAddress } from '../../ui/full-address.js'
import { type Draft, hasSteps, isAboutToken, type Quote } from './preview.js'
import { inLine, type Party, wordsOf } from './words.js'

/** The outputs of a Bitcoin transaction, or the steps of a Solana transaction that does more than one thing, in words. */
export function Steps({ draft, quote }: { draft: Draft; quote: Quote | null }) {
  const copy = useRequestCopy()
  const { locale } = useModal()
  const { action } = draft
  const given = { copy: copy.send, locale }
  const spoken = draft.calls
    ? draft.calls.map((call) => spokenCall(call, { quote, copy, locale }))
    : action.kind === 'programs' && hasSteps(action)
      ? action.steps.map((step) => spokenStep(step, given))
      : (draft.outputs ?? []).map((output) => spokenOutput(output, given))
  if (spoken.length === 0) return null
  return (
    <ol className="acts">
      {spoken.map(({ title, parties }, index) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity, and never move
          <li key={index}>
            <p>
              <bdi>{title}</bdi>
            </p>
            {parties.map(({ label, address }) => (
              <div className="act" key={label}>
                <span>{label}</span>
                <FullAddress address={address} />
              </div>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

/** One call of a batch: what it does, with the coins that leave, and who takes part. */
function spokenCall(
  call: Draft,
  { quote, copy, locale }: { quote: Quote | null; copy: RequestCopy; locale: string },
): { title: string; parties: readonly Party[] } {
  const { spent, action } = call
  const token = ('token' in action && quote?.tokens?.[action.token]) || null
  const { title, amount, parties } = wordsOf(call, { token, copy, locale })
  const coins = spent.units > 0n ? inLine(spent, locale) : null
  // Without the token's decimal places its figure would mislead; the contract is shown in any case.
  if (isAboutToken(action) && 'token' in action)
    return {
      title: token && amount ? `${title} · ${amount.figure} ${amount.unit}` : title,
      parties: [...parties, { label: copy.send.tokenContract, address: action.token }],
    }
  return { title: coins && amount ? `${title} · ${coins}` : title, parties }
}

/** One output: a payment, or what comes back. */
function spokenOutput(
  { amount, address, script, isOwn, isData }: NonNullable<Draft['outputs']>[number],
  { copy, locale }: { copy: RequestCopy['send']; locale: string },
): { title: string; parties: Party[] } {
  const coins = `${formatAmount(amount, { decimals: 8, locale })} BTC`
  const place = address ?? script
  if (isOwn) return { title: copy.change(coins), parties: [{ label: copy.to, address: place }] }
  if (isData) return { title: copy.dataOutput, parties: [{ label: copy.data, address: script }] }
  return { title: copy.sendTitle(coins), parties: [{ label: copy.to, address: place }] }
}

/** One step: what it does, and the accounts that matter. */
function spokenStep(
  step: SolanaStep,
  { copy, locale }: { copy: RequestCopy['send']; locale: string },
): { title: string; parties: Party[] } {
  const to = (address: string) => ({ label: copy.to, address })
  const account = (address: string) => ({ label: copy.account, address })
  const inTokens = ({ units, decimals }: { units: bigint; decimals: number | null }) =>
    `${formatAmount(units, { decimals: Math.min(decimals ?? 0, 36), locale })} ${copy.token}`
  const inSol = (lamports: bigint) => `${formatAmount(lamports, { decimals: 9, locale })} SOL`
  switch (step.kind) {
    case 'send-sol':
      return { title: copy.sendTitle(inSol(step.lamports)), parties: [to(step.to)] }
    case 'send-token':
      return { title: copy.sendTitle(inTokens(step.amount)), parties: [to(step.to)] }
    case 'approve-token': {
      const parties = [{ label: copy.spender, address: step.delegate }]
      return { title: copy.approveTitle(inTokens(step.amount)), parties }
    }
    case 'create-token-account':
      return { title: copy.createTokenAccount, parties: [account(step.owner)] }
    case 'close-token-account':
      return { title: copy.closeTokenAccount, parties: [to(step.to)] }
    case 'end-approval':
      return { title: copy.endApproval, parties: [account(step.account)] }
    case 'burn-token':
      return { title: copy.burn(inTokens(step.amount)), parties: [account(step.account)] }
    case 'mint-token':
      return { title: copy.mint(inTokens(step.amount)), parties: [to(step.to)] }
    case 'set-authority': {
      const holder = step.to === null ? [] : [{ label: copy.controlParty, address: step.to }]
      return {
        title: copy.setAuthority[step.right],
        parties: [account(step.account), ...holder],
      }
    }
    case 'create-account':
      return {
        title: copy.createAccount(inSol(step.lamports)),
        parties: [account(step.account), { label: copy.program, address: step.owner }],
      }
    case 'stake':
      return spokenStake(step, { copy, inSol })
    case 'assign':
      return { title: copy.assign, parties: [account(step.account)] }
    case 'durable-nonce':
      return { title: copy.durableNonce, parties: [] }
    case 'fee-settings':
      return { title: copy.fee, parties: [] }
    case 'memo':
      return { title: copy.memo(step.text.text), parties: [] }
    case 'unread':
      return { title: copy.unknownStep, parties: [{ label: copy.program, address: step.program }] }
  }
}

function spokenStake(
  step: StakeStep,
  { copy, inSol }: { copy: RequestCopy['send']; inSol: (lamports: bigint) => string },
): { title: string; parties: Party[] } {
  const { act, account, party } = step
  const labels = {
    initialize: copy.controlParty,
    authorize: copy.controlParty,
    delegate: copy.validator,
    deactivate: copy.account,
    withdraw: copy.to,
    split: copy.to,
  } satisfies Record<StakeStep['act'], string>
  return {
    title: copy.stake[act]('lamports' in step ? inSol(step.lamports) : ''),
    parties: [
      { label: copy.account, address: account },
      ...(party === null ? [] : [{ label: labels[act], address: party }]),
    ],
  }
}
