import { present } from '@sallyport/contract/requests'
import { useEffect, useRef } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useApproval } from '../../modal/use-approval.js'
import { useKnownAddresses } from '../../modal/use-known-addresses.js'
import { useRequestCopy } from '../../modal/use-request-copy.js'
import { Answers } from '../../ui/answers.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Presented } from '../../ui/presented.js'
import { Requester } from '../../ui/requester.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { readRequest, type SigningSubject } from './read-request.js'
import { useTokens } from './use-tokens.js'

/** How long "Signed" is shown: long enough to see, short enough not to wait for. */
const shownMs = 900

type Props = ScreenProps<'EMBEDDED_WALLET_SIGN_REQUEST_SCREEN'>

/** Asks for a signature on a text, on bytes, or on typed data. Closing it rejects. */
export function EmbeddedWalletSignRequest(props: Props) {
  const subject = readRequest(props.data.job.request)
  return subject && <Signing {...props} subject={subject} />
}

function Signing(props: Props & { subject: SigningSubject }) {
  const { data, end, subject } = props
  const modal = useModal()
  const copy = useRequestCopy()
  const { settings, kit, announce } = modal
  const { ui } = data.job
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
  const shown = useShown(props)
  if (isDone) {
    return <Screen title={copy.sign.signed} image={<ScreenIcon icon="check" tone="success" />} />
  }
  const isRisky = shown.cautions.some(({ tone }) => tone !== 'plain')
  // The app's own words are not for a request that cannot be read, or that gives something away.
  const own =
    shown.cautions.some(({ isStop }) => isStop) || subject.kind === 'authorization' ? {} : ui
  const usual = own.buttonText ?? shown.approve
  return (
    <Screen
      title={isolateBidi(own.title) ?? shown.title}
      help={isolateBidi(own.description) ?? copy.sign.help(settings.appName)}
      image={
        <>
          <Requester />
          {own.iconUrl && <img className="logo" src={own.iconUrl} alt="" />}
        </>
      }
    >
      <Presented parts={shown.parts} />
      {shown.isFree && !approval.loginAgain && <p className="free">{copy.sign.free}</p>}
      <StillWorking task={task} way={wayOut && { label: copy.shell.cancel, onPress: wayOut }} />
      <Answers
        approval={approval}
        advice={shown.cautions}
        problem={task.problem && explain(task.problem, modal)}
        approve={{
          label: task.problem ? copy.shell.retry : isRisky ? copy.sign.anyway(usual) : usual,
          busyLabel: copy.sign.signing,
        }}
      />
    </Screen>
  )
}

/** What the request says, with what the chain says about its tokens. */
function useShown({ data, subject }: Props & { subject: SigningSubject }) {
  const { settings, locale } = useModal()
  const { sign: facts } = useRequestCopy()
  const { request } = data.job
  const known = useKnownAddresses()
  const claims = useTokens(request, subject)
  const wanted = request.kind === 'sign-typed-data' ? request.chainId : undefined
  return present(subject, {
    ...{ words: facts, locale, wallet: request.address, host: settings.pageHost },
    ...{ own: known.own, sentTo: known.sentTo, claims },
    ...(wanted === undefined ? {} : { wantedChainId: BigInt(wanted) }),
  })
}
