import { inertText } from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import { useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useApproval } from '../../modal/use-approval.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Answers } from '../../ui/answers.js'
import { Button } from '../../ui/button.js'
import { Disclosure } from '../../ui/disclosure.js'
import { FirstWarning } from '../../ui/first-warning.js'
import { Notice } from '../../ui/notice.js'
import { Facts, ScreenIcon } from '../../ui/parts.js'
import { Requester } from '../../ui/requester.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { AuthorizationFacts } from './authorization-facts.js'
import { type Judgement, judge } from './judge.js'
import { LoginFacts } from './login-facts.js'
import { Message } from './message.js'
import { readRequest, type SigningSubject } from './read-request.js'
import { Signer } from './signer.js'
import { TypedDataView } from './typed-data.js'

/** How long "Signed" is shown: long enough to see, short enough not to wait for. */
const shownMs = 900

/** Asks for a signature on a text, on bytes, or on typed data. Closing it rejects. */
export function EmbeddedWalletSignRequest(
  props: ScreenProps<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>,
) {
  const { request } = props.data.job
  const [warned, setWarned] = useState(false)
  const { settings } = useModal()
  const copy = useRequestCopy().sign
  const subject = readRequest(request)
  if (subject === null) return null
  const judgement = judge(subject, { request, pageHost: settings.pageHost, copy })
  if (judgement.isAskedTwice && !warned) {
    return (
      <FirstWarning
        title={judgement.title}
        {...(subject.kind === 'digest' ? { help: copy.digestHelp } : {})}
        advice={judgement.advice.filter(({ tone }) => tone === 'danger')}
        onReject={() => props.end('rejected', {})}
        onContinue={() => setWarned(true)}
      />
    )
  }
  return <Signing {...props} subject={subject} judgement={judgement} />
}

function Signing(
  props: ScreenProps<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'> & {
    subject: SigningSubject
    judgement: Judgement
  },
) {
  const { data, end, subject } = props
  const modal = useModal()
  const copy = useRequestCopy()
  const { settings, kit, announce } = modal
  const { request, ui } = data.job
  const approval = useApproval(data.job, {
    finished: () => end('finished', {}),
    rejected: () => end('rejected', {}),
  })
  const { progress, task, wayOut, finish } = approval
  const isDone = progress.at === 'done'
  const leave = useRef(finish)
  leave.current = finish
  useEffect(() => {
    if (!isDone) return
    announce(copy.sign.signed)
    return runAfter(kit.client, shownMs, () => leave.current())
  }, [isDone, announce, copy, kit])
  if (isDone) {
    return <Screen title={copy.sign.signed} image={<ScreenIcon icon="check" tone="success" />} />
  }
  const { appName } = settings
  const { title, advice, isFree } = props.judgement
  const isRisky = advice.some(({ tone }) => tone !== 'plain')
  // The app's own words are not for a request that cannot be read, or that gives the account away.
  const own = subject.kind === 'digest' || subject.kind === 'authorization' ? {} : ui
  const usual = own.buttonText ?? copy.sign.sign
  return (
    <Screen
      title={isolateBidi(own.title) ?? title}
      help={isolateBidi(own.description) ?? copy.sign.help(appName)}
      image={
        <>
          <Requester />
          {own.iconUrl && <img className="logo" src={own.iconUrl} alt="" />}
        </>
      }
    >
      <SubjectView subject={subject} request={request} />
      {isFree && !approval.loginAgain && <p className="free">{copy.sign.free}</p>}
      <StillWorking task={task} way={wayOut && { label: copy.shell.cancel, onPress: wayOut }} />
      <Answers
        approval={approval}
        reject={copy.sign.reject}
        isRisky={isRisky}
        notices={
          <>
            {advice.map(({ tone, title: head, text }) => (
              <Notice tone={tone} key={text} {...(head === undefined ? {} : { title: head })}>
                {text}
              </Notice>
            ))}
            {task.problem && <Notice tone="danger">{explain(task.problem, modal)}</Notice>}
          </>
        }
      >
        <Button
          kind={isRisky ? 'secondary' : 'primary'}
          onPress={task.start}
          busy={task.busy}
          busyLabel={copy.sign.signing}
        >
          {task.problem ? copy.shell.retry : isRisky ? copy.sign.anyway : usual}
        </Button>
      </Answers>
    </Screen>
  )
}

function SubjectView({ subject, request }: { subject: SigningSubject; request: ConfirmRequest }) {
  const copy = useRequestCopy()
  const signer = (
    <Facts>
      <Signer address={request.address} />
    </Facts>
  )
  switch (subject.kind) {
    case 'typed-data':
      return <TypedDataView reading={subject} request={request} />
    case 'authorization':
      return <AuthorizationFacts authorization={subject} signer={request.address} />
    case 'digest':
      return (
        <>
          <Message text={inertText(subject.hex)} label={copy.sign.digest} isBytes />
          {signer}
        </>
      )
    case 'bytes':
      return (
        <>
          <Message text={subject.hex} label={copy.sign.message} isBytes />
          {signer}
        </>
      )
    case 'message': {
      const message = <Message text={subject.text} label={copy.sign.message} isBytes={false} />
      if (!subject.login) {
        return (
          <>
            {message}
            {signer}
          </>
        )
      }
      return (
        <>
          <LoginFacts login={subject.login} signer={request.address} />
          <Disclosure label={copy.sign.message}>{message}</Disclosure>
        </>
      )
    }
  }
}
