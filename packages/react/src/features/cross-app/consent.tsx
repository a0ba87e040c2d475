import type { CrossAppRequester } from '@sallyport/contract'
import { useEffect, useState } from 'react'
import { isExpired } from '../../flow/reactions.js'
import type { ScreenProps } from '../../flow/screens.js'
import type { SharingVisit } from '../../flow/sharing-data.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useSharingCopy } from '../../modal/use-sharing-copy.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { isolateBidi, Screen, StillWorking } from '../../ui/screen.js'
import { Asker } from './asker.js'
import { explainStop, isPassing } from './explain-stop.js'
import { Permissions } from './permissions.js'
import { SharedWallets } from './shared-wallets.js'
import { Stopped } from './stopped.js'
import { useSettled } from './use-settled.js'

type Props = ScreenProps<'CROSS_APP_CONSENT_SCREEN'>

const problemId = 'sp-sharing-problem'
/** How long a connection lasts (docs/features/cross-app.md). */
const days = 30

/** Asks whether another app or site may know the user's wallets. Closing it refuses. */
export function CrossAppConsent({ data: { visit }, end }: Props) {
  const modal = useModal()
  const { sharing } = useSharingCopy()
  const [requester, setRequester] = useState<CrossAppRequester | null>(null)
  const reading = useTask(async () => setRequester(await visit.describe()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (visit.canAnswer) reading.start()
  }, [])
  const close = () => end('refused', {})
  const { problem } = reading
  if (!visit.canAnswer) return <Stopped why={sharing.lost} onClose={close} />
  if (problem !== null) {
    const why = explainStop(problem, sharing) ?? explain(problem, modal)
    return <Stopped why={why} onClose={close} onRetry={isPassing(problem) ? reading.start : null} />
  }
  if (requester === null) {
    return (
      <Screen title={sharing.opening} image={<ScreenIcon icon="wallet" busy />}>
        <StillWorking task={reading} way={{ label: sharing.close, onPress: close }} />
      </Screen>
    )
  }
  return <Asking visit={visit} requester={requester} end={end} />
}

function Asking(props: { visit: SharingVisit; requester: CrossAppRequester; end: Props['end'] }) {
  const { visit, requester, end } = props
  const modal = useModal()
  const { guardClose, settings, loginAgain } = modal
  const { sharing, shell } = useSharingCopy()
  const [wallets, setWallets] = useState(() => visit.wallets())
  const [chosen, setChosen] = useState(wallets[0] ?? null)
  const isSettled = useSettled()
  const approving = useTask(async () => {
    await visit.approve(chosen)
    end('approved', {})
  })
  const { busy, problem } = approving
  // A login at another app needs one that was made here just now.
  const logInFirst = async () => {
    if (!(await loginAgain())) return
    const own = visit.wallets()
    setWallets(own)
    setChosen(own[0] ?? null)
    approving.clear()
  }
  useEffect(() => (busy ? guardClose('never') : undefined), [busy, guardClose])
  const isLogin = visit.kind === 'login'
  const { name } = requester
  const why = problem && (explainStop(problem, sharing) ?? explain(problem, modal))
  return (
    <Screen
      title={isolateBidi(isLogin ? sharing.loginTitle(name) : sharing.connectTitle(name))}
      help={(isLogin ? sharing.loginHelp : sharing.connectHelp)(settings.appName)}
      image={<Asker requester={requester} />}
      foot={<p>{sharing.days(days)}</p>}
    >
      <SharedWallets
        wallets={wallets}
        isOne={!isLogin}
        chosen={chosen}
        onChoose={setChosen}
        disabled={busy}
      />
      <Permissions isReadOnly={requester.read_only} isOne={!isLogin} />
      <ProblemLine id={problemId} text={why} />
      <div className="pair">
        {/* The answers look alike, so that neither is pressed for its look. */}
        <Button kind="secondary" onPress={() => end('refused', {})} disabled={busy}>
          {sharing.deny}
        </Button>
        {isExpired(problem) ? (
          <Button kind="secondary" onPress={() => void logInFirst()} describedBy={problemId}>
            {shell.logIn}
          </Button>
        ) : (
          <Button
            kind="secondary"
            onClick={(event) => visit.isMeant(event.nativeEvent) && approving.start()}
            disabled={!isSettled}
            busy={busy}
            describedBy={problem ? problemId : undefined}
          >
            {sharing.approve}
          </Button>
        )}
      </div>
      <StillWorking task={approving} way={null} />
    </Screen>
  )
}
