import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { type ConnectCopy, enConnect } from '../copy/en-connect.js'
import { useModal } from './modal-context.js'

/** The texts of external wallets: in the modal's language where it has them, else in English. */
export function useConnectCopy(): Copy & ConnectCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, connect: { ...enConnect.connect, ...copy.connect } }), [copy])
}
