import { useMemo } from 'react'
import type { Copy } from '../copy/en.js'
import { enFunding, type FundingCopy } from '../copy/en-funding.js'
import { useModal } from './modal-context.js'

/** The texts of adding money: in the modal's language where it has them, else in English. */
export function useFundingCopy(): Copy & FundingCopy {
  const { copy } = useModal()
  return useMemo(() => ({ ...copy, funding: { ...enFunding.funding, ...copy.funding } }), [copy])
}
