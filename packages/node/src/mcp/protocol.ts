/* The part of the Model Context Protocol (2025-06-18) that a server with tools speaks: JSON-RPC 2.0, one message a line. */

const versions = ['2025-06-18', '2025-03-26', '2024-11-05'] as const

/** A tool that an agent can call. */
export interface Tool {
  name: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] }
  /** Answers in words that an agent can act on. @throws Error whose message is told to the agent. */
  call(input: Readonly<Record<string, unknown>>): Promise<string>
}

interface Message {
  id?: string | number
  method?: string
  params?: Record<string, unknown>
}

/** What a server says of itself. */
interface About {
  name: string
  version: string
  instructions: string
}

/** Answers one line of a client; undefined where it wants no answer. Never rejects. */
export async function answerMcpLine(
  line: string,
  { about, tools }: { about: About; tools: readonly Tool[] },
): Promise<string | undefined> {
  const message = readMessage(line)
  if (message === undefined) return failure(null, -32700, 'The line is not a JSON-RPC message')
  const { id, method, params = {} } = message
  // A notification, or an answer to something that was never asked.
  if (id === undefined || method === undefined) return undefined
  const result = (value: object) => JSON.stringify({ jsonrpc: '2.0', id, result: value })
  switch (method) {
    case 'initialize': {
      const wanted = versions.find((each) => each === params.protocolVersion)
      const { instructions, ...serverInfo } = about
      const capabilities = { tools: {} }
      return result({
        protocolVersion: wanted ?? versions[0],
        capabilities,
        serverInfo,
        instructions,
      })
    }
    case 'ping':
      return result({})
    case 'tools/list':
      return result({ tools: tools.map(({ call: _, ...tool }) => tool) })
    case 'tools/call': {
      const tool = tools.find(({ name }) => name === params.name)
      if (tool === undefined) return failure(id, -32602, `There is no tool ${String(params.name)}`)
      return result(await callTool(tool, params.arguments))
    }
    default:
      return failure(id, -32601, `${method} is not offered`)
  }
}

async function callTool(tool: Tool, given: unknown) {
  const content = (text: string) => [{ type: 'text', text }]
  try {
    // An object has members of any kind.
    const input =
      typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
    return { content: content(await tool.call(input)) }
  } catch (error) {
    const text = error instanceof Error ? error.message : 'Something went wrong'
    return { content: content(text), isError: true }
  }
}

function readMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Reflect.get(value, 'jsonrpc') === '2.0' ? value : undefined
  } catch {
    return undefined // Not JSON.
  }
}

function failure(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
