import { Switch } from '../ui/switch.js'
import type { SettingsProps } from './settings-page.js'

/** Whether users may let programs of their own act with wallets. */
export function ProgramSettings({ app, change }: SettingsProps) {
  return (
    <section className="card" aria-labelledby="programs">
      <h2 id="programs">Programs and agents</h2>
      <Switch
        label="Let users connect programs"
        help="A program asks with a code, and the user picks on the wallet’s page what it may do and until when. When it’s off, no program can ask; what was allowed goes on until it ends."
        checked={app.programs !== null}
        onChange={(isOn) => change({ programs: isOn ? {} : null })}
      />
    </section>
  )
}
