import { callEthereum } from './ethereum.js'
import { usdcAddresses } from './usdc.js'

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

/**
 * A token with `name`, `symbol`, `decimals`, `balanceOf` and `transfer` of ERC-20, as bytecode of the EVM. An owner's balance is in
 * the storage slot whose number is the owner's address.
 */
const tokenCode = [
  '0x5f3560e01c', // The selector of the call.
  '8063313ce56714603b57', // decimals()
  '806370a0823114604457', // balanceOf(address)
  '806395d89b4114604f57', // symbol()
  '806306fdde0314606857', // name()
  '8063a9059cbb14608557', // transfer(address,uint256)
  '5b5f5ffd', // 0x37: everything else, and a transfer of more than the sender has, is refused.
  '5b60065f5260205ff3', // 0x3b: 6
  '5b600435545f5260205ff3', // 0x44: the slot of the address
  '5b60205f52600460205263', // 0x4f: offset, length …
  '55534443', // … and "USDC"
  '60e01b60405260605ff3',
  '5b60205f52600860205267', // 0x68: offset, length …
  '55534420436f696e', // … and "USD Coin"
  '60c01b60405260605ff3',
  '5b3354602435818111603757', // 0x85: at most what the sender has
  '8091033355600435805482018155', // less for the sender, more for the recipient
  '905f52337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60205fa3', // Transfer
  '60015f5260205ff3', // true
].join('')

/** Gives USDC to an address of the local Ethereum chain; the contract is put there with the first call. */
export async function addEthereumUsdc(rpcUrl: string, to: string, units: bigint): Promise<void> {
  const token = usdcAddresses.ethereum
  const call = (method: string, params: unknown[]) => callEthereum(rpcUrl, method, params)
  await call('anvil_setCode', [token, tokenCode])
  const slot = `0x${word(to)}`
  const held = BigInt(String(await call('eth_getStorageAt', [token, slot, 'latest'])))
  await call('anvil_setStorageAt', [token, slot, `0x${word((held + units).toString(16))}`])
}
