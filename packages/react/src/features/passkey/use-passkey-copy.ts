import { useMemo } from 'react'
import type { Copy } from '../../copy/en.js'
import { enPasskey, type PasskeyCopy } from '../../copy/en-passkey.js'
import { useModal } from '../../modal/modal-context.js'

/** The texts of passkeys: in the modal's language where it has them, else in English. */
export function usePasskeyCopy(): Copy & PasskeyCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, passkey: { ...enPasskey.passkey, ...copy.passkey } }), [copy])
}
