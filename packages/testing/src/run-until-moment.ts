import type { Kysely } from 'kysely'

const ended = new Error('The process has ended')

/**
 * Runs `work` as a process that ends before or after one of its statements: from then on it executes nothing, and what it
 * had open is rolled back.
 *
 * @param moment  how many moments pass before the end: two for each statement. Infinite: the process does not end.
 * @returns what `work` returned, undefined if it was ended, and the moments that passed. Errors of its own are thrown.
 */
export async function runUntilMoment<DB, Done>(
  db: Kysely<DB>,
  moment: number,
  work: (db: Kysely<DB>) => Promise<Done>,
): Promise<{ done: Done | undefined; moments: number }> {
  let moments = 0
  const pass = () => {
    if (moments >= moment) throw ended
    moments += 1
  }
  const ending = db.withPlugin({
    transformQuery: ({ node }) => {
      pass()
      return node
    },
    transformResult: async ({ result }) => {
      pass()
      return result
    },
  })
  const done = await work(ending).catch((error: unknown) => {
    if (error !== ended) throw error
    return undefined
  })
  return { done, moments }
}
