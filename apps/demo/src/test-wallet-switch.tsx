import { type ChangeEvent, useEffect, useState } from 'react'
import type { DemoConfig } from './demo-config.js'
import {
  changeSettings,
  type DoubleSettings,
  onSettings,
  readSettings,
} from './wallet-double/settings.js'

/** Installs the test wallet where it is switched on, before the page looks for wallets. */
export async function installTestWallet(config: DemoConfig): Promise<void> {
  if (!readSettings().on) return
  const { installWalletDouble } = await import('./wallet-double/index.js')
  await installWalletDouble({ rpcUrl: config.evmRpcUrl })
}

/** Switches the test wallet on and off, and says how it answers. */
export function TestWalletSwitch() {
  const [settings, setSettings] = useState(readSettings)
  const change = (part: Partial<DoubleSettings>) => {
    changeSettings(part)
    setSettings(readSettings())
  }
  const install = (event: ChangeEvent<HTMLInputElement>) => {
    change({ on: event.target.checked })
    // As after installing an extension: wallets announce themselves when a page loads.
    location.reload()
  }
  useEffect(() => onSettings(setSettings), [])
  return (
    <fieldset className="test-wallet">
      <legend>Test wallet</legend>
      <label>
        <input type="checkbox" checked={settings.on} onChange={install} />
        Install
      </label>
      {settings.on && (
        <>
          <label>
            Answer
            <select
              value={settings.answer}
              onChange={(event) => change({ answer: answerOf(event.target.value) })}
            >
              <option value="approve">Approve</option>
              <option value="reject">Reject</option>
              <option value="wait">Wait</option>
            </select>
          </label>
          <label>
            Account
            <select
              value={settings.selected}
              onChange={(event) => change({ selected: Number(event.target.value) })}
            >
              <option value={0}>First</option>
              <option value={1}>Second</option>
            </select>
          </label>
          <label>
            Network
            <select
              value={settings.chainId}
              onChange={(event) => change({ chainId: Number(event.target.value) })}
            >
              <option value={31337}>Local Ethereum</option>
              <option value={1}>Ethereum</option>
            </select>
          </label>
          <label>
            <input
              type="checkbox"
              checked={settings.sharesAll}
              onChange={(event) => change({ sharesAll: event.target.checked })}
            />
            Share both accounts
          </label>
          <label>
            <input
              type="checkbox"
              checked={settings.locked}
              onChange={(event) => change({ locked: event.target.checked })}
            />
            Locked
          </label>
        </>
      )}
    </fieldset>
  )
}

function answerOf(value: string): DoubleSettings['answer'] {
  return value === 'reject' || value === 'wait' ? value : 'approve'
}
