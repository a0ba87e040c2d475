import { next } from '../lib/child.mjs'

/** Whether a process is there and is not being killed. */
export const isAlive = (child) =>
  !child.isDying && child.exitCode === null && child.signalCode === null

/** What a process answers to a message; nothing when it ends before. */
export async function ask(child, message, answer) {
  // Nobody listens for the end of one that is being killed.
  if (!isAlive(child) || !child.connected) return undefined
  const answered = next(child, answer)
  child.send(message, () => {})
  // Whoever dies meanwhile is replaced, and the one in its place hears it.
  return answered.catch(() => undefined)
}
