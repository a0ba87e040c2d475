import { type Account, passkey } from '@sallyport/core'
import { useState, useSyncExternalStore } from 'react'
import type { Linked, ScreenProps } from '../../flow/screens.js'
import { proveLink } from '../../links.js'
import { explain } from '../../modal/explain.js'
import { useModal } from '../../modal/modal-context.js'
import { Button } from '../../ui/button.js'
import { ProblemLine, ScreenIcon } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { describeFailure } from './describe-failure.js'
import { passkeyIcon } from './icon.js'
import { LinkedPasskey } from './linked-passkey.js'
import { useCeremony } from './use-ceremony.js'
import { usePasskeyCopy } from './use-passkey-copy.js'

const problemId = 'sp-passkey-problem'

/** The user's passkeys with device and last use: adds one, removes others. */
export function LinkPasskey({ end }: ScreenProps<'LINK_PASSKEY_SCREEN'>) {
  const { shell, passkey: words } = usePasskeyCopy()
  const passkeys = useAccounts().filter((account) => account.type === 'passkey')
  const { add, linked, problem } = useAdding({ end })
  const isBusy = add.at !== 'idle'
  const finish = () => (linked === null ? end('finished', {}) : end('linked', linked))
  return (
    <Screen
      title={passkeys.length === 0 ? words.emptyTitle : words.listTitle}
      help={isBusy ? words.adding : words.listHelp}
      image={<ScreenIcon icon={passkeyIcon} busy={isBusy} />}
    >
      {passkeys.length > 0 && (
        <ul className="passkeys">
          {passkeys.map((account) => (
            <LinkedPasskey
              key={String(account.credentialId)}
              account={account}
              end={end}
              disabled={isBusy}
            />
          ))}
        </ul>
      )}
      <ProblemLine id={problemId} text={problem} />
      <div className="rows">
        <Button
          kind={linked === null ? 'primary' : 'secondary'}
          onPress={add.start}
          busy={isBusy}
          describedBy={problem ? problemId : undefined}
        >
          {words.add}
        </Button>
        {passkeys.length > 0 && (
          <Button
            kind={linked === null ? 'secondary' : 'primary'}
            onPress={finish}
            disabled={isBusy}
          >
            {linked === null ? shell.close : words.done}
          </Button>
        )}
      </div>
    </Screen>
  )
}

function useAdding({ end }: Pick<ScreenProps<'LINK_PASSKEY_SCREEN'>, 'end'>) {
  const modal = useModal()
  const { kit, announce } = modal
  const { passkey: words } = usePasskeyCopy()
  const [linked, setLinked] = useState<Linked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const add = useCeremony({
    ask(options) {
      setProblem(null)
      const run = () => passkey.link(kit.client, options)
      return proveLink(kit, { method: 'passkey', intent: 'link', run, transfer: null })
    },
    done(result) {
      if (result.name === 'conflicted') return end('conflicted', result.value)
      setLinked(result.value)
      announce(words.added)
    },
    failed(error) {
      const found = describeFailure(error, { words, explain: (given) => explain(given, modal) })
      if ('problem' in found) return end('failed', found.problem)
      setProblem(found.help ?? found.title)
      announce(found.help ?? found.title, 'assertive')
    },
  })
  return { add, linked, problem }
}

/** The accounts of the user as of now. */
function useAccounts(): readonly Account[] {
  const { client } = useModal().kit
  const user = useSyncExternalStore(client.subscribe, () => client.state.user)
  return user?.linkedAccounts ?? []
}
