import type { ConfirmRequest } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useApproval } from '../../modal/use-approval.js'
import { Answers } from '../../ui/answers.js'
import { Button } from '../../ui/button.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Icon } from '../../ui/icons.js'
import { Hero, Notice } from '../../ui/parts.js'
import { Screen, StillWorking, theirs } from '../../ui/screen.js'
import { isFreeToSign, TypedDataView } from './typed-data.js'

/** How long "Signed" is shown: long enough to see, short enough not to wait for. */
const shownMs = 900

/** Asks for a signature on a text, on bytes, or on typed data. Closing it refuses. */
export function EmbeddedWalletSignRequest(
  props: ScreenProps<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>,
) {
  const { data, end } = props
  const modal = useModal()
  const { copy, settings, kit, announce } = modal
  const { request, ui } = data.job
  const approval = useApproval(data.job, {
    finished: () => end('finished', {}),
    rejected: () => end('rejected', {}),
  })
  const { progress, task, reject, wayOut, finish } = approval
  const [warned, setWarned] = useState(false)
  const isDone = progress.at === 'done'
  const leave = useRef(finish)
  leave.current = finish
  useEffect(() => {
    if (!isDone) return
    announce(copy.sign.signed)
    return runAfter(kit.client, shownMs, () => leave.current())
  }, [isDone, announce, copy, kit])
  if (isDone) {
    return <Screen title={copy.sign.signed} hero={<Hero icon="check" tone="success" />} />
  }
  if (request.kind === 'sign-digest' && !warned) {
    return <DigestWarning onReject={reject} onContinue={() => setWarned(true)} />
  }
  // The app's own words are not for a request that needs a warning.
  const isDigest = request.kind === 'sign-digest'
  const { title, description, iconUrl, buttonText } = isDigest ? {} : ui
  const isTyped = request.kind === 'sign-typed-data'
  // A permission moves no money by itself, but is not free of cost either.
  const isFree = !isDigest && !(isTyped && !isFreeToSign(request.typedData))
  const plainTitle = isTyped ? copy.sign.typedTitle : copy.sign.title
  return (
    <Screen
      title={theirs(title) ?? (isDigest ? copy.sign.digestTitle : plainTitle)}
      help={theirs(description) ?? copy.sign.help(settings.appName)}
      hero={iconUrl ? <img className="logo" src={iconUrl} alt="" /> : <Hero icon="pen" />}
    >
      <Subject request={request} />
      {task.problem && <Notice tone="danger">{explain(task.problem, modal)}</Notice>}
      {isFree && !approval.loginAgain && (
        <p className="free">
          <Icon name="shield" size="small" />
          {copy.sign.free}
        </p>
      )}
      <StillWorking task={task} way={wayOut && { label: copy.shell.cancel, onPress: wayOut }} />
      <Answers approval={approval} reject={copy.sign.reject}>
        <Button onPress={task.start} busy={task.busy} busyLabel={copy.sign.signing}>
          {buttonText ?? copy.sign.sign}
        </Button>
      </Answers>
    </Screen>
  )
}

/** Stands before the request itself: nobody signs bytes by pressing the usual button in the usual place. */
function DigestWarning(props: { onReject: () => void; onContinue: () => void }) {
  const { copy } = useModal()
  return (
    <Screen
      title={copy.sign.digestTitle}
      help={copy.sign.digestHelp}
      hero={<Hero icon="triangle" tone="danger" />}
    >
      <Notice tone="danger">{copy.sign.digestNote}</Notice>
      <div className="actions pair">
        <Button kind="secondary" onPress={props.onContinue}>
          {copy.sign.digestContinue}
        </Button>
        <Button onPress={props.onReject}>{copy.sign.reject}</Button>
      </div>
    </Screen>
  )
}

function Subject({ request }: { request: ConfirmRequest }) {
  const { copy } = useModal()
  switch (request.kind) {
    case 'sign-typed-data':
      return <TypedDataView data={request.typedData} on={request.chainId} />
    case 'sign-digest':
      return (
        <>
          <Message text={request.digest} label={copy.sign.digest} />
          <Notice tone="danger">{copy.sign.digestNote}</Notice>
        </>
      )
    case 'sign-message':
      return (
        <>
          <Message text={request.message} label={copy.sign.message} />
          {isHex(request.message) && <Notice tone="warning">{copy.sign.hexNote}</Notice>}
        </>
      )
    default:
      return null
  }
}

function Message({ text, label }: { text: string; label: string }) {
  const { copy } = useModal()
  const hex = isHex(text)
  return (
    <div className="framed">
      <section
        className={`well with-copy${hex ? '' : ' text'}`}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        tabIndex={0}
      >
        <div className={hex ? 'mono' : undefined} dir={hex ? 'ltr' : 'auto'}>
          {text}
        </div>
      </section>
      <CopyButton text={text} label={copy.shell.copy} />
    </div>
  )
}

function isHex(text: string): boolean {
  return /^0x([0-9a-f]{2})+$/i.test(text)
}
