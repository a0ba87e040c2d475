import { next } from '../lib/child.mjs'

/** Whether a process runs and is not being killed. */
export const isAlive = (child) =>
  !child.isDying && child.exitCode === null && child.signalCode === null

/** Sends a message and returns the process's answer; undefined when the process ends first. */
export async function ask(child, message, answer) {
  // A process that is being killed has no listener for its end.
  if (!isAlive(child) || !child.connected) return undefined
  const answered = next(child, answer)
  child.send(message, () => {})
  // If the process ends in the meantime, the one that replaces it gets the message.
  return answered.catch(() => undefined)
}
