import { farcaster } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { endWith, proveFor } from '../../modal/prove-for.js'
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

const problemId = 'sp-farcaster-problem'

type Props = ScreenProps<'AWAITING_FARCASTER_CONNECTION'>
type Channel = farcaster.FarcasterChannel

/** Shows how to reach the Farcaster app and waits for the user's approval there; ends when it has logged the user in or linked the account. */
export function AwaitingFarcasterConnection({ data, end }: Props) {
  const { kit, announce } = useModal()
  const { social } = useSocialCopy()
  const [channel, setChannel] = useState<Channel | null>(null)
  const [isExpired, setExpired] = useState(false)
  const onFailed: Parameters<typeof useTask>[1] = { onFailed: (problem) => end('failed', problem) }
  const open = useTask(async () => {
    const call = data.intent === 'login' ? farcaster.openChannel : farcaster.openLinkChannel
    setChannel(await call(kit.client))
    setExpired(false)
  }, onFailed)
  const submit = useTask<Approved>(async ({ channelToken, approval }) => {
    const proven = await proveFor(kit, {
      ...data,
      method: 'farcaster',
      login: ({ disableSignup }) =>
        farcaster.login(kit.client, { ...approval, channelToken, disableSignup }),
      link: () => farcaster.link(kit.client, { ...approval, channelToken }),
      transfer: ({ nonce }) => farcaster.transfer(kit.client, { nonce, fid: approval.fid }),
    })
    // The tick is seen before the screen goes (screens 5.1).
    runAfter(kit.client, 600, () => endWith(proven, end))
  }, onFailed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => open.start(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each channel
  useEffect(() => {
    if (channel === null) return
    const stop = new AbortController()
    const wait = { channelToken: channel.token, signal: stop.signal }
    farcaster.awaitApproval(kit.client, wait).then(
      (approval) => {
        if (stop.signal.aborted) return
        if (approval !== null) return submit.start({ channelToken: channel.token, approval })
        setExpired(true)
        announce(social.farcasterExpired, 'assertive')
      },
      () => !stop.signal.aborted && setExpired(true),
    )
    return () => stop.abort()
  }, [channel])
  if (isExpired) return <Expired task={open} />
  return <Waiting channel={channel} open={open} submit={submit} />
}

interface Approved {
  channelToken: string
  approval: farcaster.FarcasterApproval
}
type Work = Pick<ReturnType<typeof useTask>, 'busy' | 'problem'>

function Waiting(props: { channel: Channel | null; open: Work & { start(): void }; submit: Work }) {
  const { channel, open, submit } = props
  const modal = useModal()
  const { social, shell } = useSocialCopy()
  const isPhone = useMedia('(pointer: coarse)')
  const problem = open.problem ?? submit.problem
  return (
    <Screen
      title={social.farcasterTitle}
      help={isPhone ? social.farcasterOpenHelp : social.farcasterScan}
      image={<ScreenIcon icon={farcasterMethod.icon} busy={problem === null} />}
    >
      {channel !== null && problem === null && !isPhone && (
        <div className="centre">
          <QrCode text={channel.connectUri} label={social.farcasterCode} />
        </div>
      )}
      {problem !== null && (
        <div className="centre">
          <ProblemLine
            id={problemId}
            text={
              problem.code === 'invalid_credentials'
                ? social.refused('Farcaster')
                : explain(problem, modal)
            }
          />
        </div>
      )}
      <div className="rows">
        {problem !== null && (
          <Button onPress={open.start} busy={open.busy} describedBy={problemId}>
            {shell.retry}
          </Button>
        )}
        {channel !== null && problem === null && (
          <Ways uri={channel.connectUri} isPhone={isPhone} />
        )}
      </div>
    </Screen>
  )
}

function Expired({ task }: { task: Work & { start(): void } }) {
  const modal = useModal()
  const { social } = useSocialCopy()
  return (
    <Screen
      title={social.farcasterExpired}
      help={social.farcasterExpiredHelp}
      image={<ScreenIcon icon="clock" busy={task.busy} />}
    >
      <Button
        onPress={task.start}
        busy={task.busy}
        describedBy={task.problem ? problemId : undefined}
        autoFocus
      >
        {social.farcasterNew}
      </Button>
      {task.problem && (
        <div className="centre">
          <ProblemLine id={problemId} text={explain(task.problem, modal)} />
        </div>
      )}
    </Screen>
  )
}
