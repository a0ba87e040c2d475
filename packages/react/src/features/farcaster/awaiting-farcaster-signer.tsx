import { farcasterSigner } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import { useMedia } from '../../modal/use-media.js'
import { useSocialCopy } from '../../modal/use-social-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { QrCode } from '../../ui/qr-code.js'
import { Screen } from '../../ui/screen.js'
import { farcasterMethod } from './method.js'
import { Ways } from './ways.js'

const problemId = 'sp-signer-problem'

type Props = ScreenProps<'AWAITING_FARCASTER_SIGNER'>
type Signer = farcasterSigner.FarcasterSigner
type Request = ReturnType<typeof useTask<void>>

/** Shows how to reach the Farcaster app, where the user lets the app post for them; ends when they have. */
export function AwaitingFarcasterSigner({ end }: Props) {
  const { kit, announce } = useModal()
  const { social } = useSocialCopy()
  const [signer, setSigner] = useState<Signer | null>(null)
  const [isExpired, setExpired] = useState(false)
  const show = (next: Signer) => {
    setSigner(next)
    setExpired(false)
    if (next.status !== 'approved') return
    announce(social.signerApproved)
    // The tick is seen before the screen goes (screens 5.1).
    runAfter(kit.client, 600, () => end('approved', {}))
  }
  const request = useTask(async () => show(await farcasterSigner.requestSigner(kit.client)), {
    onFailed: (problem) => end('failed', problem),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => request.start(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (signer?.status !== 'pending_approval') return
    const stop = new AbortController()
    const { publicKey } = signer
    farcasterSigner.awaitSigner(kit.client, { publicKey, signal: stop.signal }).then(
      (answer) => answer !== null && show(answer),
      () => {
        if (stop.signal.aborted) return
        setExpired(true)
        announce(social.farcasterExpired, 'assertive')
      },
    )
    return () => stop.abort()
  }, [signer])
  const later = () => end('later', {})
  if (isExpired) return <Expired request={request} later={later} />
  if (signer?.status === 'revoked') return <Refused later={later} />
  return <Waiting signer={signer} request={request} later={later} />
}

function Waiting(props: { signer: Signer | null; request: Request; later(): void }) {
  const { signer, request, later } = props
  const { appName } = useModal().settings
  const { social } = useSocialCopy()
  const isPhone = useMedia('(pointer: coarse)')
  const isApproved = signer?.status === 'approved'
  const uri = request.problem === null && !isApproved ? (signer?.approvalUrl ?? null) : null
  return (
    <Screen
      title={isApproved ? social.signerApproved : social.signerTitle(appName)}
      help={isApproved ? undefined : social.signerHelp(appName)}
      image={
        <ScreenIcon
          icon={isApproved ? 'check' : farcasterMethod.icon}
          busy={!isApproved && request.problem === null}
        />
      }
    >
      {uri !== null && !isPhone && (
        <div className="centre">
          <QrCode text={uri} label={social.farcasterCode} />
        </div>
      )}
      <Problem request={request} />
      {!isApproved && (
        <div className="rows">
          {request.problem !== null && <Again request={request} />}
          {uri !== null && <Ways uri={uri} isPhone={isPhone} />}
          <Button kind="secondary" onPress={later}>
            {social.signerLater}
          </Button>
        </div>
      )}
    </Screen>
  )
}

function Expired({ request, later }: { request: Request; later(): void }) {
  const { social } = useSocialCopy()
  return (
    <Screen
      title={social.farcasterExpired}
      help={social.signerExpiredHelp}
      image={<ScreenIcon icon="clock" busy={request.busy} />}
    >
      <div className="rows">
        <Button
          onPress={request.start}
          busy={request.busy}
          describedBy={request.problem ? problemId : undefined}
          autoFocus
        >
          {social.farcasterNew}
        </Button>
        <Button kind="secondary" onPress={later}>
          {social.signerLater}
        </Button>
      </div>
      <Problem request={request} />
    </Screen>
  )
}

/** A key that was refused or removed stays so: Farcaster takes none back. */
function Refused({ later }: { later(): void }) {
  const { appName } = useModal().settings
  const { social, shell } = useSocialCopy()
  return (
    <Screen
      title={social.signerRefused}
      help={social.signerRefusedHelp(appName)}
      image={<ScreenIcon icon={farcasterMethod.icon} />}
    >
      <Button onPress={later} autoFocus>
        {shell.close}
      </Button>
    </Screen>
  )
}

function Again({ request }: { request: Request }) {
  const { shell } = useSocialCopy()
  return (
    <Button onPress={request.start} busy={request.busy} describedBy={problemId}>
      {shell.retry}
    </Button>
  )
}

function Problem({ request: { problem } }: { request: Request }) {
  const modal = useModal()
  if (problem === null) return null
  return (
    <div className="centre">
      <ProblemLine id={problemId} text={explain(problem, modal)} />
    </div>
  )
}
