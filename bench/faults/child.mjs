/** Whether a process is there and is not being killed. */
export const isAlive = (child) =>
  !child.isDying && child.exitCode === null && child.signalCode === null

/** A process's next message of a type. @throws when it ends before. */
export function next(child, type) {
  return new Promise((resolve, reject) => {
    const onMessage = (message) => {
      if (message.type !== type) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message)
    }
    const onExit = (code, signal) => reject(new Error(`A process ended (${code ?? signal})`))
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
}

/** What a process answers to a message; nothing when it ends before. */
export async function ask(child, message, answer) {
  // Nobody listens for the end of one that is being killed.
  if (!isAlive(child) || !child.connected) return undefined
  const answered = next(child, answer)
  child.send(message, () => {})
  // Whoever dies meanwhile is replaced, and the one in its place hears it.
  return answered.catch(() => undefined)
}
