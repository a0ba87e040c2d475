import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enMfa, type MfaCopy } from '../copy/en-mfa.js'
import { useModal } from './modal-context.js'

/** The texts of second factors and devices: in the modal's language where it has them, else in English. */
export function useMfaCopy(): Copy & MfaCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({
      ...copy,
      mfa: { ...enMfa.mfa, ...copy.mfa },
      devices: { ...enMfa.devices, ...copy.devices },
      activity: { ...enMfa.activity, ...copy.activity },
      security: { ...enMfa.security, ...copy.security },
    }),
    [copy],
  )
}
