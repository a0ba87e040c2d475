import type { CrossAppConnection } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { Kit } from '../kit.js'
import type { IconShape } from '../ui/icons.js'
import { useModal } from './modal-context.js'

/** Another app as screens show it. */
export interface ShownApp extends Pick<CrossAppConnection, 'name' | 'isReadOnly'> {
  icon: IconShape
}

/** Of an app without an image: a window. */
const unknown: IconShape = {
  path: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM3 9h18',
}

/** What was found for a kit, so that later screens show it at once. */
const known = new WeakMap<Kit, Map<string, ShownApp | null>>()

/** Another app by its id; null when it is not connected to this one or can't be asked for now. Null asks for nothing. */
export function useCrossApp(appId: string | null): ShownApp | null | 'loading' {
  const { kit } = useModal()
  const [found, setFound] = useState(() => (appId === null ? null : known.get(kit)?.get(appId)))
  useEffect(() => {
    if (appId === null || found !== undefined) return
    let isCurrent = true
    const show = (app: ShownApp | null) => isCurrent && setFound(app)
    read(kit, appId).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [kit, appId, found])
  return found === undefined ? 'loading' : found
}

async function read(kit: Kit, appId: string): Promise<ShownApp | null> {
  const { findConnection } = await import('../cross-app-calls.js')
  const app = shownOf(await findConnection(kit.client, appId))
  known.set(kit, new Map(known.get(kit)).set(appId, app))
  return app
}

function shownOf(found: CrossAppConnection | undefined): ShownApp | null {
  if (found === undefined) return null
  const { name, isReadOnly, iconUrl } = found
  const isImage = iconUrl !== null && /^https?:\/\//i.test(iconUrl)
  return { name, isReadOnly, icon: isImage ? { url: iconUrl } : unknown }
}
