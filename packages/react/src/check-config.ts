import { ConfigError, type SallyportClient } from '@sallyport/core'
import { useEffect } from 'react'
import type { SallyportConfig } from './config.js'
import { configNotes } from './config-notes.js'
import { useClientState, useKit } from './context.js'

/**
 * Draws nothing. Tells the developer of settings that do nothing, once the app's own are known.
 *
 * @throws ConfigError as `requireConfig`.
 */
export default function CheckConfig({ config }: { config: SallyportConfig }) {
  const { client } = useKit()
  const { config: app } = useClientState()
  requireConfig(config)
  const notes = app ? configNotes(app, config).join('\n') : ''
  useEffect(() => warnOnce(client, notes), [client, notes])
  return null
}

/**
 * Refuses a `config` that no page can work with (react-api §2, §3).
 *
 * @throws ConfigError for no login method, no chain, and a default chain that is not among the chains.
 */
export function requireConfig({
  loginMethods,
  loginMethodsAndOrder,
  supportedChains,
  defaultChain,
}: SallyportConfig): void {
  if (loginMethods?.length === 0 || loginMethodsAndOrder?.primary.length === 0)
    throw new ConfigError('config must name at least one login method')
  if (supportedChains?.length === 0) throw new ConfigError('supportedChains must not be empty')
  const isOffered = supportedChains?.some(({ id }) => id === defaultChain?.id) ?? true
  if (defaultChain && !isOffered)
    throw new ConfigError('defaultChain must be one of supportedChains')
}

function warnOnce({ kept, environment }: SallyportClient, notes: string): void {
  const told = kept.get('config-notes') ?? ''
  kept.set('config-notes', notes)
  if (notes === told) return
  for (const note of notes.split('\n')) if (note !== '') environment.warn(`[Sallyport] ${note}`)
}
