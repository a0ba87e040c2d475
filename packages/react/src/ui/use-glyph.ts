import { isCustomProvider, type LoginProvider, type OAuthProvider } from '@sallyport/contract'
import { useEffect, useState } from 'react'
import { useModal } from '../modal/modal-context.js'
import type { IconShape } from './icons.js'

type Glyphs = Record<OAuthProvider, IconShape>
/** Nothing is drawn until the marks are there; their place is kept. */
const empty: IconShape = { path: '' }
/** Of a provider without an image: a door, as of a login. */
const unknown: IconShape = {
  path: 'M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4M10 17l5-5-5-5M15 12H3',
}
let loaded: Glyphs | null = null

/** Loads the marks of the providers, once. */
export async function loadGlyphs(): Promise<Glyphs> {
  loaded ??= (await import('./glyphs.js')).glyphs
  return loaded
}

/** The mark of a provider; empty for null. Marks are loaded with the first screen that shows one. */
export function useGlyph(provider: LoginProvider | null): IconShape {
  const { providers } = useModal().settings
  const [glyphs, setGlyphs] = useState(loaded)
  useEffect(() => {
    let isCurrent = true
    // Without marks the names of the providers are enough.
    if (glyphs === null && provider !== null)
      loadGlyphs().then(
        (all) => isCurrent && setGlyphs(all),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [glyphs, provider])
  if (!isCustomProvider(provider)) return (provider && glyphs?.[provider]) ?? empty
  const url = providers.find(({ id }) => id === provider)?.icon
  return url ? { url } : unknown
}
