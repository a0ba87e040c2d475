import { StartError } from './start-error.js'

const supported = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']
const thisMachine = `${process.platform} ${process.arch}`

/**
 * Says why a program of `npm start` is missing and what helps.
 *
 * @param part  The program as the start of a sentence: `The local Ethereum chain`.
 */
export function notInstalled(part: string, machine: string = thisMachine): StartError {
  const remedy = supported.includes(machine)
    ? 'delete the folder node_modules and run npm start again, with optional packages on (npm config get omit)'
    : 'run Sallyport on macOS or Linux (x64 or arm64; on Windows in WSL)'
  return new StartError(`${part} is not installed for this machine (${machine}): ${remedy}.`)
}
