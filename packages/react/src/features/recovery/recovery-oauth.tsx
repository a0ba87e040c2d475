import { useEffect } from 'react'
import type { RecoveryCopy } from '../../copy/en-recovery.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useOAuthCopy } from '../../modal/use-oauth-copy.js'
import { useRecoveryCopy } from '../../modal/use-recovery-copy.js'
import { Button, QuietButton } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import { ScreenIcon } from '../../ui/parts.js'
import { Screen, StillWorking } from '../../ui/screen.js'
import { LaterButton } from './later-button.js'
import { methodIcons } from './method-icons.js'
import { Saved } from './saved.js'
import { useRequestEnds } from './use-request-ends.js'
import { useStorageVisit } from './use-storage-visit.js'

type Props = ScreenProps<'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN'>

/** Keeps a recovery file in a cloud storage of the user, or opens the wallet with it, after a login there. */
export function RecoveryOAuth(props: Props) {
  const { data, end } = props
  const { storage, request, target } = data
  const { oauth } = useOAuthCopy()
  const { recovery } = useRecoveryCopy()
  const visit = useStorageVisit(props)
  const phase = useRequestEnds(request, () => end('gaveUp', {}))
  const { name, account } = recovery.methods[storage]
  const icon = methodIcons[storage]
  const isGivenUp = 'isGivenUp' in data
  const isTested = 'isTested' in data
  const problem = useProblem(props, visit)
  const { stage, task, changed } = visit
  if (phase === 'recovered') {
    return <Saved title={recovery.recovered} onSeen={() => end('recovered', {})} />
  }
  if (changed !== null) {
    const seen = () => end('changed', { wallet: changed })
    if (isGivenUp) return <Saved title={recovery.automaticSaved} onSeen={seen} />
    return <Saved title={recovery.cloudSaved(name)} help={recovery.cloudSavedHelp} onSeen={seen} />
  }
  const isAway = stage === 'window' || stage === 'closed'
  if (isAway || stage === 'working' || stage === 'leaving') {
    const doing = request || isGivenUp || isTested ? recovery.cloudOpening : recovery.cloudSaving
    return (
      <Screen
        title={stage === 'working' ? doing(name) : oauth.waitingTitle(account)}
        help={isAway ? recovery.cloudWaitingHelp : undefined}
        image={<ScreenIcon icon={icon} busy />}
      >
        {stage === 'closed' ? (
          <QuietButton onPress={visit.open} strong>
            {oauth.closed}
          </QuietButton>
        ) : (
          !isAway && <StillWorking task={task} way={null} />
        )}
      </Screen>
    )
  }
  const isBlocked = stage === 'blocked'
  const words = wordsOf(data, recovery)
  return (
    <Screen
      title={words.title}
      help={words.help}
      image={<ScreenIcon icon={icon} tone={problem || isBlocked ? 'warning' : 'plain'} />}
    >
      {problem !== null && (
        <Notice tone="warning">
          <p>{problem}</p>
        </Notice>
      )}
      {isBlocked && (
        <Notice tone="warning">
          <p>{oauth.blockedTitle}</p>
        </Notice>
      )}
      <Button onPress={visit.open} autoFocus>
        {isBlocked ? oauth.openAgain : recovery.cloudContinue(account)}
      </Button>
      {isBlocked && storage === 'google-drive' && !isTested && (
        <div className="centre">
          <QuietButton onPress={visit.leave}>{oauth.sameTab}</QuietButton>
        </div>
      )}
      {target && 'creates' in target && target.creates.login && (
        <LaterButton onPress={() => end('later', {})} />
      )}
    </Screen>
  )
}

/** What the storage is visited for. */
function wordsOf(data: Props['data'], texts: RecoveryCopy['recovery']) {
  const { name } = texts.methods[data.storage]
  if ('isTested' in data) {
    return { title: texts.cloudTestTitle(name), help: texts.cloudTestHelp(name) }
  }
  if ('isGivenUp' in data) {
    return { title: texts.automaticProofTitle(name), help: texts.automaticProofHelp(name) }
  }
  return data.request
    ? { title: texts.cloudRecoverTitle(name), help: texts.cloudRecoverHelp(name) }
    : { title: texts.cloudTitle(name), help: texts.cloudHelp(name) }
}

/** What went wrong, in words that say what to do. */
function useProblem({ data }: Props, { reason, task }: ReturnType<typeof useStorageVisit>) {
  const modal = useModal()
  const { recovery } = useRecoveryCopy()
  const { name, account } = recovery.methods[data.storage]
  const words: Record<string, ((name: string) => string) | undefined> = recovery.storageProblems
  const found =
    reason === null ? null : (words[reason] ?? recovery.storageProblems.unavailable)(name)
  const { announce, kit } = modal
  const isSetUp = task.problem?.code !== 'not_supported'
  useEffect(() => {
    if (!isSetUp) kit.client.warnDeveloper('storage_not_set_up')
  }, [isSetUp, kit])
  useEffect(() => {
    if (found !== null) announce(found, 'assertive')
  }, [announce, found])
  if (found !== null) return found
  if (task.problem === null) return null
  if (task.problem.code === 'oauth_user_denied') return recovery.cloudDenied(name)
  // The app offers the storage, and has no credentials there.
  if (task.problem.code === 'not_supported') return recovery.storageProblems['not-set-up'](name)
  // The server asks Apple where users log in.
  if (task.problem.code === 'internal_error') return recovery.storageProblems.unavailable(name)
  return task.problem.code === 'invalid_credentials'
    ? recovery.cloudOtherAccount(account)
    : explain(task.problem, modal)
}
