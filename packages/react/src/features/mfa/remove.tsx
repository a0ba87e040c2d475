import { mfaEnrollment } from '@sallyport/core'
import type { ScreenProps } from '../../flow/screens.js'
import { useModal } from '../../modal/modal-context.js'
import { useMfaCopy } from '../../modal/use-mfa-copy.js'
import { useTask } from '../../modal/use-task.js'
import { KeepOrEnd } from '../../ui/keep-or-end.js'
import { Notice } from '../../ui/notice.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { explainFactor } from './explain-factor.js'
import { factorIcons } from './icons.js'
import { useFactors } from './use-factors.js'

const problemId = 'sp-mfa-remove-problem'

/** Asks before a factor is removed, with what follows from it. */
export function MfaRemove({ data, end }: ScreenProps<'MFA_REMOVE_SCREEN'>) {
  const modal = useModal()
  const { kit, announce } = modal
  const { mfa } = useMfaCopy()
  const { enrolled } = useFactors()
  const { method } = data
  const isLast = enrolled.length === 1 && enrolled[0] === method
  const removeForLogin = kit.config().passkeys?.shouldUnlinkOnUnenrollMfa ?? false
  const removal = useTask(
    async () => {
      await mfaEnrollment.unenroll(kit.client, method, { removeForLogin })
      announce(mfa.removed)
      end('removed', {})
    },
    {
      onFailed: (problem) => end('failed', problem),
      onExpired: (problem) => end('failed', problem),
    },
  )
  const { problem } = removal
  const ofPasskeys = removeForLogin ? mfa.removePasskeysUnlinked : mfa.removePasskeys
  const help = method === 'passkey' ? ofPasskeys : mfa.removeHelp
  return (
    <Screen
      title={mfa.removeTitles[method]}
      help={help}
      image={<ScreenIcon icon={factorIcons[method]} tone={isLast ? 'warning' : 'plain'} />}
    >
      {isLast && (
        <Notice tone="warning">
          <p>{mfa.removeLast}</p>
          <p>{mfa.removeCodes}</p>
        </Notice>
      )}
      <ProblemLine id={problemId} text={problem && explainFactor(problem, modal)} />
      <KeepOrEnd
        task={removal}
        problemId={problemId}
        keep={mfa.keep}
        onKeep={() => end('kept', {})}
        end={mfa.remove}
      />
    </Screen>
  )
}
