import { programs } from '@sallyport/core'
import { useMemo } from 'react'
import { useKit } from '../context.js'

/**
 * The programs that may act with the user's wallets, for a page of the app's own; the account sheet lists them, too. Both functions reject
 * with what the client throws.
 */
export function usePrograms() {
  const { client } = useKit()
  return useMemo(
    () => ({
      /** The programs, the newest first, with what their limits have left. */
      listPrograms: () => programs.list(client),
      /** Ends what a program may do: nothing more is signed when it resolves. */
      endProgram: (id: string) => programs.end(client, { id }),
    }),
    [client],
  )
}
