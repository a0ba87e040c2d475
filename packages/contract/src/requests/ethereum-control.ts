/** What the named account gets: ownership, a role, the code that a contract runs, or the right to act for it. */
export type Control = 'ownership' | 'role' | 'code' | 'module'

/** A call that gives an account control of a contract. */
interface ControlCall {
  control: Control
  /** Which argument names the account, from 0. */
  party: number
}

/** By selector: OpenZeppelin's Ownable and AccessControl, ds-auth, upgradeable proxies, and owners and modules of a Safe. */
const controlCalls: Readonly<Record<string, ControlCall>> = {
  // transferOwnership(address)
  '0xf2fde38b': { control: 'ownership', party: 0 },
  // setOwner(address)
  '0x13af4035': { control: 'ownership', party: 0 },
  // changeAdmin(address)
  '0x8f283970': { control: 'ownership', party: 0 },
  // addOwnerWithThreshold(address,uint256)
  '0x0d582f13': { control: 'ownership', party: 0 },
  // swapOwner(address,address,address): the third is the new owner.
  '0xe318b52b': { control: 'ownership', party: 2 },
  // grantRole(bytes32,address)
  '0x2f2ff15d': { control: 'role', party: 1 },
  // upgradeTo(address)
  '0x3659cfe6': { control: 'code', party: 0 },
  // upgradeToAndCall(address,bytes)
  '0x4f1ef286': { control: 'code', party: 0 },
  // enableModule(address)
  '0x610b5925': { control: 'module', party: 0 },
  // setGuard(address)
  '0xe19a9dd9': { control: 'module', party: 0 },
  // setFallbackHandler(address)
  '0xf08a0323': { control: 'module', party: 0 },
}

/**
 * Who gets what by a call of a known form; null for other calls. Contracts ignore what follows the arguments, and older ones what
 * comes before an address in its word, so such data is the same call.
 *
 * @param data  `0x` hex.
 */
export function readControl(data: string): { control: Control; party: string } | null {
  const selector = data.slice(0, 10).toLowerCase()
  const known = Object.hasOwn(controlCalls, selector) ? controlCalls[selector] : undefined
  if (!known) return null
  const word = data.slice(10 + known.party * 64, 10 + (known.party + 1) * 64)
  if (!/^[0-9a-f]{64}$/i.test(word)) return null
  return { control: known.control, party: `0x${word.slice(24)}` }
}
