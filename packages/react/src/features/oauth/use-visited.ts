import { appIdOf, isCrossAppProvider, type VisitedProvider } from '@sallyport/contract'
import { useModal } from '../../modal/modal-context.js'
import { useCrossApp } from '../../modal/use-cross-app.js'
import type { IconShape } from '../../ui/icons.js'
import { useGlyph } from '../../ui/use-glyph.js'
import { providerName } from './names.js'

/** A provider or another app as its row shows it; null for an app that is not connected to this one. */
export function useVisited(
  provider: VisitedProvider,
): { name: string; icon: IconShape } | null | 'loading' {
  const { settings } = useModal()
  const isApp = isCrossAppProvider(provider)
  const app = useCrossApp(isApp ? appIdOf(provider) : null)
  const icon = useGlyph(isApp ? null : provider)
  return isApp ? app : { name: providerName(provider, settings), icon }
}
