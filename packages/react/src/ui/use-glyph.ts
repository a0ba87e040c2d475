import type { OAuthProvider } from '@sallyport/contract'
import { useEffect, useState } from 'react'
import type { IconShape } from './icons.js'

type Glyphs = Record<OAuthProvider, IconShape>
/** Nothing is drawn until the marks are there; their place is kept. */
const empty: IconShape = { path: '' }
let loaded: Glyphs | null = null

/** Loads the marks of the providers, once. */
export async function loadGlyphs(): Promise<Glyphs> {
  loaded ??= (await import('./glyphs.js')).glyphs
  return loaded
}

/** The mark of a provider; empty for null. Marks are loaded with the first screen that shows one. */
export function useGlyph(provider: OAuthProvider | null): IconShape {
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
  return (provider && glyphs?.[provider]) ?? empty
}
