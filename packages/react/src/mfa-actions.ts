import type { Kit } from './kit.js'

type Calls = typeof import('./mfa-calls.js')

/** The functions about second factors, those of `useMfa` and `useMfaEnrollment`, the export of a key, and recovery; each without the kit. */
type MfaActions = {
  [N in keyof Calls]: Calls[N] extends (kit: Kit, ...input: infer Input) => infer Value
    ? (...input: Input) => Promise<Awaited<Value>>
    : never
}

const names = {
  promptMfa: 1,
  init: 1,
  submit: 1,
  cancel: 1,
  enrollInMfa: 1,
  initEnrollmentWithSms: 1,
  submitEnrollmentWithSms: 1,
  initEnrollmentWithTotp: 1,
  submitEnrollmentWithTotp: 1,
  initEnrollmentWithPasskey: 1,
  submitEnrollmentWithPasskey: 1,
  unenroll: 1,
  exportWallet: 1,
  setWalletPassword: 1,
  setWalletRecovery: 1,
} satisfies Record<keyof Calls, 1>

const known = new WeakMap<Kit, MfaActions>()

/** The functions of one kit, the same ones for its life. What they do is loaded with the first call. */
export function mfaActionsOf(kit: Kit): MfaActions {
  const actions = known.get(kit) ?? createActions(kit)
  known.set(kit, actions)
  return actions
}

function createActions(kit: Kit): MfaActions {
  const late = (name: string) => [
    name,
    (...input: never[]) =>
      import('./mfa-calls.js').then((calls: object) =>
        // One of the record's own names; typed by `MfaActions`.
        (calls as Record<string, (kit: Kit, ...input: never[]) => unknown>)[name]?.(kit, ...input),
      ),
  ]
  return Object.fromEntries(Object.keys(names).map(late)) // one for each name of the record
}
