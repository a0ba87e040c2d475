import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.js'
import { toApiError } from './errors.js'

/**
 * Gives what runs a task once an answer was sent or its connection was lost. Failures are logged. The server closes when all of them have
 * ended.
 */
export function runAfterAnswers(
  server: FastifyInstance,
  { logger }: Pick<Deps, 'logger'>,
): (reply: FastifyReply, task: () => Promise<void>) => void {
  const running = new Set<Promise<unknown>>()
  server.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (reply, task) => {
    const answered = new Promise<void>((resolve) => finished(reply.raw, () => resolve()))
    const run = answered.then(task).catch((error: unknown) => toApiError(error, logger))
    running.add(run)
    void run.finally(() => running.delete(run))
  }
}
