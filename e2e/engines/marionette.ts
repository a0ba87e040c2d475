import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** Firefox's older remote control: it has commands that WebDriver BiDi has not. */
export interface Marionette {
  /** Sends a command of WebDriver by its name there. @throws Error with what Firefox says */
  send(command: string, parameters: object): Promise<unknown>
  end(): void
}

/** Connects to the Firefox of a profile that was started with `-marionette` and the port 0. */
export async function connectMarionette(profileFolder: string): Promise<Marionette> {
  const port = Number(await readFile(join(profileFolder, 'MarionetteActivePort'), 'utf8'))
  const socket = connect(port, '127.0.0.1')
  const messages = read(socket)
  // It says what it is first.
  await messages.next()
  let count = 0
  return {
    async send(command, parameters) {
      count += 1
      const text = JSON.stringify([0, count, command, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
      const { value } = await messages.next()
      const [, , problem, answer] = value as [number, number, unknown, unknown] // an answer of the protocol
      if (problem) throw new Error(`${command}: ${JSON.stringify(problem)}`)
      return answer
    },
    end: () => socket.destroy(),
  }
}

/** The messages, one after the other: each is its length in bytes, a colon, and JSON. */
async function* read(socket: Socket): AsyncGenerator<unknown, void> {
  await once(socket, 'connect')
  let rest = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]) // a socket without an encoding gives bytes
    for (;;) {
      const start = rest.indexOf(':') + 1
      const end = start + Number(rest.subarray(0, start - 1))
      if (start === 0 || rest.length < end) break
      yield JSON.parse(rest.subarray(start, end).toString())
      rest = rest.subarray(end)
    }
  }
}
