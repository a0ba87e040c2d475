import { spawn } from 'node:child_process'

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, live?: boolean, onOutput?: (chunk: string) => void }} [options]
 *   `live` also prints the output; `onOutput` gets each chunk of it.
 * @returns {Promise<{ code: number, output: string }>} Its exit code and everything it wrote.
 */
export function run(command, args, options = {}) {
  const { cwd, env = process.env, live = false, onOutput } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
