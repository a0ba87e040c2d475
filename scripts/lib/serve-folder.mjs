import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder of settings, with the variable that names the program's user. */
const files = {
  'api.env': 'SALLYPORT_API_USER',
  'vault.env': 'SALLYPORT_VAULT_USER',
  'pages.env': 'SALLYPORT_PAGES_USER',
  'signer.env': 'SALLYPORT_SIGNER_USER',
  // As earlier versions called the signer; its user keeps its name.
  'delegate.env': 'SALLYPORT_DELEGATE_USER',
}

/**
 * The settings in the files of a folder as docs/operate/deploy.md makes it, and the users of its programs: `sallyport_api` for
 * `api.env`, and so on. Lines are names and values, as systemd reads them.
 */
export function readSettingsFolder(folder) {
  const settings = {}
  for (const [file, variable] of Object.entries(files)) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    settings[variable] = `sallyport_${file.replace('.env', '')}`
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      if (name !== undefined) settings[name] = value
    }
  }
  return settings
}

/** The folder after `--settings`, if it is given. */
export function settingsFolder(args) {
  const at = args.indexOf('--settings')
  return at === -1 ? undefined : args[at + 1]
}
