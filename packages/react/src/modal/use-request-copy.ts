import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enRequests, type RequestCopy } from '../copy/en-requests.js'
import { useModal } from './modal-context.js'

/** The texts of wallet requests: in the modal's language where it has them, else in English. */
export function useRequestCopy(): Copy & RequestCopy {
  const { copy } = useModal()
  return useMemo(
    () => ({
      ...copy,
      sign: { ...enRequests.sign, ...copy.sign },
      send: { ...enRequests.send, ...copy.send },
    }),
    [copy],
  )
}
