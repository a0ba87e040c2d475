import { connect } from 'node:net'

/** Makes one call over a connection of its own. */
export function answerOnSocket<A>(
  socketPath: string,
  { call, input }: { call: string; input: object },
): Promise<A> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath)
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.endsWith('\n')) return
      socket.destroy()
      const { id: _, ...answer } = JSON.parse(text)
      resolve(answer)
    })
    socket.write(`${JSON.stringify({ id: '1', call, input })}\n`)
  })
}
