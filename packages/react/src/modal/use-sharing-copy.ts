import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enSharing, type SharingCopy } from '../copy/en-sharing.js'
import { useModal } from './modal-context.js'

/** The texts of what other apps ask for: in the modal's language where it has them, else in English. */
export function useSharingCopy(): Copy & SharingCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, sharing: { ...enSharing.sharing, ...copy.sharing } }), [copy])
}
