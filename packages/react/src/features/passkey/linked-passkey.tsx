import type { Account } from '@sallyport/core'
import { useState } from 'react'
import { linkedDate } from '../../copy/linked-date.js'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { QuietButton } from '../../ui/button.js'
import { KeepOrEnd } from '../../ui/keep-or-end.js'
import { ProblemLine } from '../../ui/parts.js'
import { isolateBidi } from '../../ui/screen.js'
import { unlinkAccount } from '../../unlink-account.js'
import { RenamePasskey } from './rename-passkey.js'
import { usePasskeyCopy } from './use-passkey-copy.js'

/** One passkey: what made it, when it was added and last used, another name for it, and its removal after a confirmation. */
export function LinkedPasskey(props: {
  account: Account
  end: ScreenProps<'LINK_PASSKEY_SCREEN'>['end']
  disabled: boolean
}) {
  const { account, end, disabled } = props
  const { locale, kit } = useModal()
  const { passkey: words } = usePasskeyCopy()
  const [asks, setAsks] = useState<'remove' | 'rename' | null>(null)
  const name = nameOf(account) ?? words.unnamed
  const canUnenroll = kit.config().passkeys?.shouldUnenrollMfaOnUnlink ?? false
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const addedAt = linkedDate(account, locale)
  const added = addedAt && words.addedOn(addedAt)
  const used = words.lastUsed(format.format(account.latestVerifiedAt ?? account.verifiedAt))
  const close = () => setAsks(null)
  return (
    <li>
      <div className="passkey">
        <div>
          <b>{isolateBidi(name)}</b>
          <p className="note">{[added, used].filter(Boolean).join(', ')}</p>
          {account.enrolledInMfa === true && <p className="note">{words.usedForMfa}</p>}
        </div>
        {asks === null && (
          <div className="acts">
            <QuietButton
              onPress={() => setAsks('rename')}
              disabled={disabled}
              label={words.rename(name)}
            >
              {words.renameShort}
            </QuietButton>
            {(account.enrolledInMfa !== true || canUnenroll) && (
              <QuietButton
                onPress={() => setAsks('remove')}
                disabled={disabled}
                label={words.remove(name)}
              >
                {words.confirmRemove}
              </QuietButton>
            )}
          </div>
        )}
      </div>
      {asks === 'remove' && <Removal {...{ account, name, end }} keep={close} />}
      {asks === 'rename' && <RenamePasskey {...{ account, end, close }} />}
    </li>
  )
}

function Removal(props: {
  account: Account
  name: string
  end: ScreenProps<'LINK_PASSKEY_SCREEN'>['end']
  keep: () => void
}) {
  const { account, name, end, keep } = props
  const modal = useModal()
  const { kit, announce } = modal
  const { passkey: words } = usePasskeyCopy()
  const id = `sp-passkey-${String(account.credentialId)}`
  const removal = useTask(
    async () => {
      await unlinkAccount(kit.client, account)
      announce(words.removed)
    },
    {
      onFailed: (problem) => end('failed', problem),
      onExpired: (problem) => end('failed', problem),
    },
  )
  const { problem } = removal
  return (
    <>
      <p className="note">{words.removeHelp(name)}</p>
      <ProblemLine id={id} text={problem ? explain(problem, modal) : null} />
      <KeepOrEnd
        task={removal}
        problemId={id}
        keep={words.keep}
        onKeep={keep}
        end={words.confirmRemove}
        focusEnd
      />
    </>
  )
}

/** What the user knows the passkey by: its manager, and the device it was made on. */
function nameOf(account: Account): string | null {
  const { authenticatorName, createdWithDevice, createdWithOs } = account
  const parts = [authenticatorName, createdWithDevice ?? createdWithOs]
  const known = parts.filter((part) => typeof part === 'string' && part !== '')
  return known.length === 0 ? null : known.join(', ')
}
