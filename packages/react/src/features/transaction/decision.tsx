import type { RequestUiOptions } from '@sallyport/core'
import { canFund, fundTransaction, type Wanted } from '../../fund-transaction.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import type { Approval } from '../../modal/use-approval.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { type Advice, Answers } from '../../ui/answers.js'
import { Button } from '../../ui/button.js'
import { useCopy } from '../../ui/use-copy.js'
import { addUp, type Draft, type Quote } from './preview.js'

interface Props {
  approval: Approval
  quote: Quote | null
  draft: Draft
  signsOnly: boolean
  ui: RequestUiOptions
  warnings: readonly Advice[]
  /** Whether the network has had its time to answer. */
  waited: boolean
  /** Asks the network again. */
  reload: () => void
}

/** What to mind, directly above the two buttons. */
export function Decision(props: Props) {
  const { approval, quote, draft, signsOnly, ui, warnings, waited, reload } = props
  const modal = useModal()
  const copy = useRequestCopy()
  const { task } = approval
  const isRisky = warnings.some(({ tone }) => tone !== 'plain')
  const short = signsOnly ? null : quote && addUp(draft, quote).short
  const usual = ui.buttonText ?? (signsOnly ? copy.sign.sign : copy.sign.approve)
  const label = task.problem ? modal.copy.shell.retry : isRisky ? copy.sign.anyway(usual) : usual
  const instead = draft.hidesAccounts ? (
    <Button kind="secondary" onPress={reload} disabled={quote === null}>
      {modal.copy.shell.retry}
    </Button>
  ) : short ? (
    <Funding draft={draft} short={short} options={ui.fundWalletConfig} reload={reload} />
  ) : null
  return (
    <Answers
      approval={approval}
      advice={warnings}
      problem={
        task.problem && (
          <>
            {explain(task.problem, modal)} {!signsOnly && copy.send.notSentHelp}
          </>
        )
      }
      approve={{
        ...{ label, busyLabel: copy.send.sending },
        disabled: quote === null && !(signsOnly && waited),
      }}
      instead={instead}
    />
  )
}

/** The way out for a wallet with too little in it: the app's own funding, ours where the app has set it up, or the address to send to. */
function Funding(props: {
  draft: Draft
  short: { symbol: string; token: string | null }
  /** What the page gave with the request. */
  options: object | undefined
  reload: () => void
}) {
  const { draft, short, options, reload } = props
  const copy = useRequestCopy()
  const { settings, kit } = useModal()
  const { copied, copy: copyAddress } = useCopy(draft.from)
  const asset = { network: draft.networkId, token: short.token, symbol: short.symbol }
  const isSetUp = options !== undefined || kit.client.state.config?.funding_config !== undefined
  const open = (given: Wanted) => fundTransaction(kit, given, options)
  const addFunds = settings.addFunds ?? (isSetUp && canFund(asset) ? open : null)
  if (!addFunds) {
    return (
      <Button onPress={copyAddress}>{copied ? copy.shell.copied : copy.send.copyAddress}</Button>
    )
  }
  const add = async () => addFunds({ address: draft.from, asset })
  // A funding that failed or was given up changes nothing: the costs are worked out again either way.
  return <Button onPress={() => void add().then(reload, reload)}>{copy.send.addFunds}</Button>
}
