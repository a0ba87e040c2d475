import type { ConfirmRequest } from '@sallyport/core'
import { useEffect } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useApproval } from '../../modal/use-approval.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Icon } from '../../ui/icons.js'
import { Hero, Notice } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { TypedDataView } from './typed-data.js'

/** How long "Signed" is shown: long enough to see, short enough not to wait for. */
const shownMs = 900

/** Asks for a signature on a text, on bytes, or on typed data. Closing it refuses. */
export function EmbeddedWalletSignRequest(
  props: ScreenProps<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>,
) {
  const { data, end } = props
  const modal = useModal()
  const { copy, settings, services, announce } = modal
  const { request, ui } = data.job
  const { progress, task, reject, finish } = useApproval(data.job, {
    finished: () => end('finished', {}),
    rejected: () => end('rejected', {}),
  })
  const isDone = progress.at === 'done'
  useEffect(() => {
    if (!isDone) return
    announce(copy.sign.signed)
    return services.after(shownMs, finish)
  })
  if (isDone) {
    return <Screen title={copy.sign.signed} hero={<Hero icon="check" tone="success" />} />
  }
  const typed = request.kind === 'sign-typed-data'
  return (
    <Screen
      title={ui.title ?? (typed ? copy.sign.typedTitle : copy.sign.title)}
      help={ui.description ?? copy.sign.help(settings.appName)}
      hero={ui.iconUrl ? <img className="logo" src={ui.iconUrl} alt="" /> : <Hero icon="pen" />}
    >
      <Subject request={request} />
      {task.problem && <Notice tone="danger">{explain(task.problem, modal)}</Notice>}
      <p className="free">
        <Icon name="shield" size="small" />
        {copy.sign.free}
      </p>
      <StillWorking shown={task.slow} />
      <div className="actions pair">
        <Button kind="secondary" onPress={reject} disabled={task.busy}>
          {copy.sign.reject}
        </Button>
        <Button onPress={task.start} busy={task.busy} busyLabel={copy.sign.signing}>
          {ui.buttonText ?? copy.sign.sign}
        </Button>
      </div>
    </Screen>
  )
}

function Subject({ request }: { request: ConfirmRequest }) {
  const { copy } = useModal()
  if (request.kind === 'sign-typed-data') return <TypedDataView data={request.typedData} />
  if (request.kind !== 'sign-message') return null
  const { message } = request
  const isHex = /^0x([0-9a-f]{2})+$/i.test(message)
  return (
    <>
      <div className="framed">
        <section
          className={`well with-copy ${isHex ? 'mono' : 'text'}`}
          aria-label={copy.sign.message}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
          tabIndex={0}
          dir={isHex ? 'ltr' : 'auto'}
        >
          {message}
        </section>
        <CopyButton text={message} label={copy.shell.copy} />
      </div>
      {isHex && <Notice tone="warning">{copy.sign.hexNote}</Notice>}
    </>
  )
}
