import { recentMethod } from '../recent-method.js'
import { useModal } from './modal-context.js'

/** What the row of the method that was used last says of that login; nothing for other rows. */
export function useLastLogin(wasLast: boolean): { note?: string; detail?: string | null } {
  const { kit, copy } = useModal()
  if (!wasLast) return {}
  return { note: copy.landing.lastUsed, detail: recentMethod(kit.client).address() }
}
