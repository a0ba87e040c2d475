import type { RequestUiOptions } from '@sallyport/core'
import { useEffect, useRef } from 'react'
import { useModal } from '../../modal/modal-context.js'
import { runAfter } from '../../modal/run-after.js'
import type { Progress } from '../../modal/use-approval.js'
import { Button } from '../../ui/button.js'
import { Address, Hash } from '../../ui/copy-button.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { Fact, Facts, Hero } from '../../ui/parts.js'
import { Screen } from '../../ui/screen.js'
import { Money } from './money.js'
import type { Words } from './words.js'

/** Success of a mere signature is shown this long (react-api §11). */
const shownMs = 1400

/** What became of an approved transaction. */
export function Receipt(props: {
  progress: Progress
  words: Words
  ui: RequestUiOptions
  explorer: (hash: string) => string | null
  finish: () => void
}) {
  const { progress, words, ui, explorer, finish } = props
  const { copy, announce, kit } = useModal()
  const hash = 'hash' in progress ? progress.hash : null
  const view = viewOf(progress, copy.send)
  const isFinal = progress.at === 'confirmed' || progress.at === 'done'
  const title = isFinal ? (ui.successHeader ?? view.title) : view.title
  const help = isFinal ? (ui.successDescription ?? view.help) : view.help
  const how = view.tone === 'danger' ? 'assertive' : 'polite'
  useEffect(() => announce(title, how), [announce, title, how])
  const leave = useRef(finish)
  leave.current = finish
  const isMere = progress.at === 'done'
  useEffect(() => {
    if (isMere) return runAfter(kit.client, shownMs, () => leave.current())
  }, [isMere, kit])
  const link = hash && explorer(hash)
  return (
    <Screen
      title={title}
      help={help}
      hero={<Hero icon={view.icon} tone={view.tone} busy={view.busy} />}
    >
      {progress.at !== 'done' && <Money words={words} />}
      {hash && (
        <Facts>
          {words.party && (
            <Fact label={words.party.label}>
              <Address address={words.party.address} />
            </Fact>
          )}
          <Fact label={copy.send.transaction}>
            <Hash hash={hash} />
          </Fact>
        </Facts>
      )}
      {link && (
        <a className="button secondary" href={link} target="_blank" rel="noreferrer noopener">
          {copy.send.explorer}
          <Icon name="arrow-up-right" size="small" />
          <span className="spoken"> ({copy.shell.opensNewTab})</span>
        </a>
      )}
      <Button kind={isFinal ? 'primary' : 'secondary'} onPress={finish}>
        {isFinal ? copy.send.done : copy.shell.close}
      </Button>
    </Screen>
  )
}

interface View {
  icon: IconName
  tone: 'plain' | 'success' | 'danger' | 'warning'
  busy: boolean
  title: string
  help: string | undefined
}

function viewOf(progress: Progress, copy: ReturnType<typeof useModal>['copy']['send']): View {
  switch (progress.at) {
    case 'confirmed':
      return {
        icon: 'check',
        tone: 'success',
        busy: false,
        title: copy.confirmedTitle,
        help: copy.confirmedHelp,
      }
    case 'failed':
      return {
        icon: 'x',
        tone: 'danger',
        busy: false,
        title: copy.failedTitle,
        help: copy.failedHelp,
      }
    case 'replaced': {
      const { reason, outcome } = progress.replacement
      if (reason === 'repriced') return viewOf({ at: outcome, hash: progress.hash }, copy)
      return { icon: 'x', tone: 'warning', busy: false, title: copy.failedTitle, help: undefined }
    }
    case 'timed-out':
      return {
        icon: 'clock',
        tone: 'warning',
        busy: true,
        title: copy.slowTitle,
        help: copy.slowHelp,
      }
    case 'done':
      return {
        icon: 'check',
        tone: 'success',
        busy: false,
        title: copy.signedTitle,
        help: undefined,
      }
    default:
      return {
        icon: 'arrow-up-right',
        tone: 'plain',
        busy: true,
        title: copy.submittedTitle,
        help: copy.submittedHelp,
      }
  }
}
