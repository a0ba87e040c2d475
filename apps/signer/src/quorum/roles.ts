/** Role of an authorization key (specification §3): null signs, and does nothing else. */
export type KeyRole = 'root' | 'manager' | null

/** What a change is about. */
export type GovernedAct =
  | 'sign'
  | 'policies'
  | 'limits'
  | 'signers'
  | 'owners'
  | 'keys'
  | 'roles'
  | 'export'

/** Which roles may do what: root changes owners, keys, roles and exports; manager changes policies, limits and signers. */
const rolesFor = {
  sign: ['root', 'manager', null],
  policies: ['root', 'manager'],
  limits: ['root', 'manager'],
  signers: ['root', 'manager'],
  owners: ['root'],
  keys: ['root'],
  roles: ['root'],
  export: ['root'],
} as const satisfies Record<GovernedAct, readonly KeyRole[]>

/** Whether a key with this role counts for an act. */
export function mayAct(role: KeyRole, act: GovernedAct): boolean {
  return rolesFor[act].some((each) => each === role)
}
