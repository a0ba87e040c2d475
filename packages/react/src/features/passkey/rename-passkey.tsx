import { passkeyNameLength } from '@sallyport/contract'
import { type Account, passkey } from '@sallyport/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../flow/screens.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { useTask } from '../../modal/use-task.js'
import { Button } from '../../ui/button.js'
import { ProblemLine } from '../../ui/parts.js'
import { StillWorking } from '../../ui/screen.js'
import { usePasskeyCopy } from './use-passkey-copy.js'

/** Asks for another name of a passkey. */
export function RenamePasskey(props: {
  account: Account
  end: ScreenProps<'LINK_PASSKEY_SCREEN'>['end']
  close: () => void
}) {
  const { account, end, close } = props
  const modal = useModal()
  const { kit, announce } = modal
  const { passkey: words } = usePasskeyCopy()
  const { authenticatorName } = account
  const [name, setName] = useState(typeof authenticatorName === 'string' ? authenticatorName : '')
  const credentialId = String(account.credentialId)
  const id = `sp-passkey-name-${credentialId}`
  const renaming = useTask(
    async () => {
      await passkey.rename(kit.client, { credentialId, name })
      announce(words.renamed)
      close()
    },
    {
      onFailed: (problem) => end('failed', problem),
      onExpired: (problem) => end('failed', problem),
    },
  )
  const { problem, busy } = renaming
  const isEmpty = name.trim() === ''
  const input = useRef<HTMLInputElement>(null)
  // The user has just asked for it.
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !busy) renaming.start()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {words.nameLabel}
        </label>
        <div className={`box${problem ? ' wrong' : ''}`}>
          <input
            id={id}
            dir="auto"
            ref={input}
            autoComplete="off"
            maxLength={passkeyNameLength}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <ProblemLine id={`${id}-problem`} text={problem ? explain(problem, modal) : null} />
      </div>
      <div className="pair">
        <Button kind="secondary" onPress={close} disabled={busy}>
          {words.cancelRename}
        </Button>
        <Button submit busy={busy} disabled={isEmpty}>
          {words.saveName}
        </Button>
      </div>
      <StillWorking task={renaming} />
    </form>
  )
}
