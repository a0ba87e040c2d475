import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SallyportConfig } from '../config.js'
import { loadCopy } from '../copy/catalogue.js'
import type { Copy } from '../copy/en.js'
import type { Kit } from '../kit.js'
import { combine } from '../settings.js'
import { servicesOf } from './from-kit.js'
import { Modal } from './modal.js'
import type { ModalContext } from './modal-context.js'
import type { Run } from './port.js'

/** Draws one run of the modal with the provider's settings, texts and client. Loaded with the first run. */
export default function ModalRoot(props: { kit: Kit; run: Run; config: SallyportConfig }) {
  const { kit, run, config } = props
  const state = useSyncExternalStore(kit.client.subscribe, () => kit.client.state)
  const settings = useMemo(() => combine(state.config, config), [state.config, config])
  const services = useMemo(() => servicesOf(kit), [kit])
  const locale = config.locale ?? navigator.language
  const copy = useCopy(locale, config)
  if (copy === null) return null
  return (
    <Modal
      goal={run.goal}
      settings={settings}
      services={services}
      copy={copy}
      locale={locale}
      connection={connectionOf(state.status, state.config !== null)}
      onEnd={run.onEnd}
      onGone={run.onGone}
    />
  )
}

function useCopy(locale: string, { messages }: SallyportConfig): Copy | null {
  const [copy, setCopy] = useState<Copy | null>(null)
  useEffect(() => {
    let current = true
    loadCopy(locale, messages)
      // Words of another language that cannot be fetched: English is at hand.
      .catch(() => loadCopy('en', messages))
      .then((loaded) => current && setCopy(loaded))
    return () => {
      current = false
    }
  }, [locale, messages])
  return copy
}

function connectionOf(status: string, hasConfig: boolean): ModalContext['connection'] {
  if (hasConfig) return 'ready'
  if (status === 'loading') return 'loading'
  return navigator.onLine ? 'unreachable' : 'offline'
}
