import { sessions, type UserSession, user as users } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { type Task, useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { KeepOrEnd } from '../../ui/keep-or-end.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { nameDevice } from './describe-device.js'
import { deviceIcon, devicesIcon } from './device-icons.js'
import { DeviceList } from './device-list.js'
import { ReadAgain } from './read-again.js'

type Props = ScreenProps<'ACCOUNT_DEVICES_SCREEN'>

/** What is to be ended: one session, or all but this one. */
type Target = UserSession | 'others'

const problemId = 'sp-devices-problem'

/** Where the user is logged in. Another session, or all of them, are ended after a question. */
export function AccountDevices({ end }: Props) {
  const { kit } = useModal()
  const [found, setFound] = useState<readonly UserSession[] | null>(null)
  const [asked, setAsked] = useState<Target | null>(null)
  const [left, setLeft] = useState<Target | null>(null)
  const read = useTask(async () => setFound(await sessions.list(kit.client)), {
    onExpired: (problem) => end('failed', problem),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => read.start(), [])
  if (asked !== null) {
    return (
      <Ending
        target={asked}
        end={end}
        onKeep={() => {
          setLeft(asked)
          setAsked(null)
        }}
        onEnded={() => {
          setAsked(null)
          setLeft(null)
          setFound((before) => before?.filter((each) => !isMeant(each, asked)) ?? null)
        }}
      />
    )
  }
  return <Devices {...{ read, found, left }} onAsk={setAsked} />
}

function isMeant(session: UserSession, target: Target): boolean {
  return target === 'others' ? !session.isCurrent : session.id === target.id
}

/** The list; focus comes back to where the user decided to `keep` something. */
function Devices(props: {
  read: Task<void>
  found: readonly UserSession[] | null
  left: Target | null
  onAsk: (target: Target) => void
}) {
  const { read, found, left, onAsk } = props
  const { devices } = useMfaCopy()
  const others = found?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Screen
      title={devices.title}
      help={found !== null && others.length === 0 ? devices.onlyThis : devices.help}
      image={<ScreenIcon icon={devicesIcon} busy={read.busy} />}
    >
      {read.problem ? (
        <ReadAgain read={read} problemId={problemId} />
      ) : (
        <DeviceList found={found} left={left} onAsk={onAsk} />
      )}
      {others.length > 1 && (
        <Button kind="secondary" autoFocus={left === 'others'} onPress={() => onAsk('others')}>
          {devices.endOthers}
        </Button>
      )}
      <StillWorking task={read} />
    </Screen>
  )
}

/** Asks before a session is ended, with what follows from it. */
function Ending(props: {
  target: Target
  end: Props['end']
  onKeep: () => void
  onEnded: () => void
}) {
  const { target, end, onKeep, onEnded } = props
  const modal = useModal()
  const { kit, announce } = modal
  const texts = useMfaCopy()
  const { devices } = texts
  const isOne = target !== 'others'
  const name = isOne ? nameDevice(target, texts) : ''
  const { user } = kit.client.state
  const hasWallet = user !== null && users.walletsOf(user).some(users.isEmbedded)
  const ending = useTask(
    async () => {
      if (isOne) await sessions.end(kit.client, { sessionId: target.id })
      else await sessions.endOthers(kit.client)
      announce(isOne ? devices.ended : devices.othersEnded)
      onEnded()
    },
    { onExpired: (problem) => end('failed', problem) },
  )
  const { problem } = ending
  return (
    <Screen
      title={isOne ? devices.endTitle(name) : devices.endOthersTitle}
      help={isOne ? devices.endHelp : devices.endOthersHelp}
      image={<ScreenIcon icon={isOne ? deviceIcon(target.system) : devicesIcon} />}
      foot={hasWallet && <p>{devices.walletHelp}</p>}
    >
      <div className="centre">
        <ProblemLine
          id={problemId}
          text={problem && !isExpired(problem) ? explain(problem, modal) : null}
        />
      </div>
      <KeepOrEnd
        task={ending}
        problemId={problemId}
        keep={devices.keep}
        onKeep={onKeep}
        end={devices.end}
      />
    </Screen>
  )
}
