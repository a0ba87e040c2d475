import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SallyportConfig } from '../config.js'
import { type LoadedCopy, loadCopy, spokenLocale } from '../copy/catalogue.js'
import type { Kit } from '../kit.js'
import { combine, type Settings } from '../settings.js'
import type { RequesterSettings } from './asked-by.js'
import { Modal } from './modal.js'
import type { ModalContext } from './modal-context.js'
import type { Run } from './modal-queue.js'
import { useEntriesReady } from './use-entries-ready.js'

/** Draws one run of the modal with the provider's settings, texts and client. Loaded with the first run. */
export default function ModalRoot(props: {
  kit: Kit
  run: Run
  /** Whether another run is above this one. */
  covered: boolean
  config: SallyportConfig
}) {
  const { kit, run, config } = props
  const state = useSyncExternalStore(kit.client.subscribe, () => kit.client.state)
  const settings = useMemo(
    () => settingsOf(kit, run, combine(state.config, config)),
    [kit, run, state.config, config],
  )
  const [openedIn] = useState(() => kit.client.session.tokens.session())
  const loginAgain = useCallback(() => kit.loginAgain(openedIn), [kit, openedIn])
  const words = useWords(config.locale ?? navigator.language, config)
  const connection = connectionOf(state.status, state.config !== null)
  const areEntriesReady = useEntriesReady(kit, {
    isNeeded: run.goal.goal === 'login' && connection === 'ready',
    methods: settings.loginMethods,
  })
  // The sheet is not taken away again: settings that come later are waited for by the first screen.
  const [wasReady, setWasReady] = useState(false)
  if (words === null || !(areEntriesReady || wasReady)) return null
  if (!wasReady) setWasReady(true)
  return (
    <Modal
      goal={run.goal}
      opener={run.opener}
      ending={run.ending}
      settings={settings}
      kit={kit}
      loginAgain={loginAgain}
      covered={props.covered}
      copy={words.copy}
      locale={words.locale}
      connection={connection}
      onEnd={run.onEnd}
      onGone={run.onGone}
    />
  )
}

/** The provider's settings; for a request of another app, that one's name, logo and host. */
function settingsOf({ client }: Kit, { goal }: Run, own: Settings): Settings {
  if (goal.goal !== 'confirm') return own
  const known = client.kept.get('asked-by') as RequesterSettings | undefined // kept by `asked-by` only
  return known?.get(goal.job.ui)?.(own) ?? own
}

/** The texts, and the locale they are in: screen readers choose their voice by it. */
type Words = { copy: LoadedCopy; locale: string }

function useWords(locale: string, { messages }: SallyportConfig): Words | null {
  const [words, setWords] = useState<Words | null>(null)
  useEffect(() => {
    let current = true
    const load = async (locale: string) => ({ copy: await loadCopy(locale, messages), locale })
    load(spokenLocale(locale, messages))
      // Words of another language that cannot be fetched: English is at hand.
      .catch(() => load('en'))
      .then((loaded) => current && setWords(loaded))
    return () => {
      current = false
    }
  }, [locale, messages])
  return words
}

function connectionOf(status: string, hasConfig: boolean): ModalContext['connection'] {
  if (hasConfig) return 'ready'
  if (status === 'loading') return 'loading'
  return navigator.onLine ? 'unreachable' : 'offline'
}
