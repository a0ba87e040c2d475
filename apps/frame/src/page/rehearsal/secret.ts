import { cloudStorages, type WalletRoot } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { el } from '../../confirm/screen/dom.js'
import { invalidArguments } from '../../frame-error.js'
import { PasskeyError } from '../../recovery/passkey/passkey-error.js'
import { byPasskey, readLocator } from '../../recovery/passkey/passkey-recovery.js'
import { usePasskey } from '../../recovery/passkey/use-passkey.js'
import type { RecoveryFields, RecoveryStrategy } from '../../recovery/strategies.js'
import type { Page } from '../open-page.js'

/** What a test of recovery needs of the user, and how it is asked for. */
interface AskedSecret {
  /** Above the button. */
  fields: readonly HTMLElement[]
  /** What the button says. */
  action: string
  /** Whether a press can begin. */
  isGiven(): boolean
  /** What restores the wallet. @throws PasskeyError; FrameError `invalid_request_arguments` without access to the storage. */
  give(): Promise<{ fields: RecoveryFields; passkey?: RecoveryStrategy }>
  /** Forgets what was given. */
  clear(): void
}

/** Asks for the secret of the wallet's recovery method: on this page, or in the way that the app's page has come from. */
export function askForSecret(page: Page, root: WalletRoot): AskedSecret {
  const { recovery_method: method } = root
  if (method === 'user-passcode') return passcode(page)
  if (method === 'passkey') return passkey(page, root)
  return cloudStorages.some((each) => each === method) ? storage(page) : login(page)
}

function login({ words: { copy } }: Page): AskedSecret {
  return {
    fields: [],
    action: copy.rehearsal.start,
    isGiven: () => true,
    give: async () => ({ fields: {} }),
    clear: () => undefined,
  }
}

function passcode({ words: { copy } }: Page): AskedSecret {
  const texts = copy.rehearsal
  const field = el('input', { type: 'password', autocomplete: 'current-password', dir: 'ltr' })
  return {
    fields: [el('label', { class: 'field' }, texts.passcode, field)],
    action: texts.start,
    isGiven: () => {
      if (field.value === '') field.focus()
      return field.value !== ''
    },
    give: async () => ({ fields: { recoveryPassword: field.value } }),
    clear: () => {
      field.value = ''
      field.focus()
    },
  }
}

/** The app's page has visited the storage, as it does before a recovery; iCloud's access is for one test. */
function storage({ words: { copy }, request: { storageToken } }: Page): AskedSecret {
  return {
    fields: [],
    action: copy.rehearsal.start,
    isGiven: () => true,
    give: async () => {
      if (storageToken === null) throw invalidArguments('Access to the cloud storage is missing')
      return { fields: { recoveryAccessToken: storageToken } }
    },
    clear: () => undefined,
  }
}

function passkey({ words: { copy }, passkeys, caller }: Page, root: WalletRoot): AskedSecret {
  const named = readLocator(root.recovery_locator ?? '')
  let output: Uint8Array | undefined
  return {
    fields: [],
    action: copy.passkey.use,
    isGiven: () => true,
    give: async () => {
      if (!passkeys) throw new PasskeyError('unsupported')
      if (!named) throw invalidArguments()
      const used = await usePasskey(passkeys, { appId: caller.appId, passkey: named })
      output = used.output
      return { fields: {}, passkey: byPasskey(used) }
    },
    clear: () => wipe(output),
  }
}
