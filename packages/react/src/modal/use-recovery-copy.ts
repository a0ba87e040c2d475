import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enRecovery, type RecoveryCopy } from '../copy/en-recovery.js'
import { useModal } from './modal-context.js'

/** The texts of recovery passcodes: in the modal's language where it has them, else in English. */
export function useRecoveryCopy(): Copy & RecoveryCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({ ...copy, recovery: { ...enRecovery.recovery, ...copy.recovery } }),
    [copy],
  )
}
