import type { Presentation } from '@sallyport/contract/requests'
import type { RequestUiOptions } from '@sallyport/core'
import { useEffect, useRef } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import type { Progress } from '../../modal/use-approval.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Button } from '../../ui/button.js'
import { Hash } from '../../ui/copy-button.js'
import { FullAddress } from '../../ui/full-address.js'
import { Icon } from '../../ui/icons.js'
import { Fact, Facts, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { Money } from './money.js'
import { viewOf } from './receipt-view.js'

/** Success of a mere signature is shown this long (react-api §11). */
const shownMs = 1400

/** What became of an approved transaction. */
export function Receipt(props: {
  progress: Progress
  shown: Presentation
  ui: RequestUiOptions
  explorer: (hash: string) => string | null
  finish: () => void
}) {
  const { progress, shown, ui, explorer, finish } = props
  const copy = useRequestCopy()
  const { announce, kit } = useModal()
  const hash = 'hash' in progress ? progress.hash : null
  const view = viewOf(progress, copy.send)
  const { isFinal } = view
  const title = isFinal ? (ui.successHeader ?? view.title) : view.title
  const help = isFinal ? (ui.successDescription ?? view.help) : view.help
  const how = view.tone === 'danger' ? 'assertive' : 'polite'
  useEffect(() => announce(title, how), [announce, title, how])
  const leave = useRef(finish)
  leave.current = finish
  const isMere = progress.at === 'done'
  useEffect(() => {
    if (isMere) return runAfter(kit.client, shownMs, () => leave.current())
  }, [isMere, kit])
  const link = hash && explorer(hash)
  return (
    <Screen
      title={title}
      help={help}
      image={<ScreenIcon icon={view.icon} tone={view.tone} busy={view.busy} />}
    >
      {view.showsAmount && <Money amount={withoutSign(shown.amount)} />}
      {hash && (
        <Facts>
          {partiesOf(shown).map(({ label, value }) => (
            <Fact label={label} key={`${label}${value}`}>
              <FullAddress address={value} />
            </Fact>
          ))}
          <Fact label={copy.send.transaction}>
            <Hash hash={hash} />
          </Fact>
        </Facts>
      )}
      {link && (
        <a className="button secondary" href={link} target="_blank" rel="noreferrer noopener">
          {copy.send.explorer}
          <Icon name="arrow-up-right" size="small" />
          <span className="spoken"> ({copy.shell.opensNewTab})</span>
        </a>
      )}
      <Button kind={isFinal ? 'primary' : 'secondary'} onPress={finish}>
        {isFinal ? copy.send.done : copy.shell.close}
      </Button>
    </Screen>
  )
}

/** Those who took part, besides the wallet itself. */
function partiesOf({ parts }: Presentation) {
  const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))
  return rows.filter(({ form, token, isWallet }) => form === 'address' && !token && !isWallet)
}

/** What was sent needs no minus sign any more. */
function withoutSign(amount: Presentation['amount']): Presentation['amount'] {
  return amount && { ...amount, value: amount.value.replace(/^−/, '') }
}
