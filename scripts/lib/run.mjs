import { spawn } from 'node:child_process'

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, live?: boolean, onOutput?: (chunk: string) => void, input?: string, user?: { uid: number, gid: number } }} [options]
 *   `live` also prints the output; `onOutput` gets each chunk of it; `input` is its standard input, `user` who runs it.
 * @returns {Promise<{ code: number, output: string }>} Its exit code and everything it wrote.
 */
export function run(command, args, options = {}) {
  const { cwd, env = process.env, live = false, onOutput, input, user } = options
  return new Promise((resolve) => {
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd, env, stdio, ...user })
    child.stdin?.end(input)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        onOutput?.(String(chunk))
        if (live) process.stdout.write(chunk)
      })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
