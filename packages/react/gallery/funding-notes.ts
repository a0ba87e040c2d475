import type { Note } from './notes.js'

const opens = [
  'useFundWallet().fundWallet()',
  'useFundWallet().fundWallet() of `@sallyport/react/solana`',
]
const config = ['priceOf', 'supportedChains', 'defaultChain', 'solanaClusters']
const settings = ['funding_config', 'fiat_on_ramp_enabled']
const note = (title: string, when: string): Note => ({ title, when, opens, config, settings })

/** What the screen reference says of the screens that add money to a wallet. */
export const fundingNotes = {
  FUNDING_METHOD_SELECTION_SCREEN: note(
    'Add funds',
    'The first screen of adding money: payments that are not finished, who sells, other wallets, the address. What a seller does not sell on the network is last, greyed with the reason.',
  ),
  FUNDING_TRANSFER_FROM_WALLET_SCREEN: note(
    'Pay from a wallet',
    'When the user pays from another wallet. Wallets of the other kind of network are offered where the app lets a bridge move coins.',
  ),
  FUNDING_EDIT_AMOUNT_SCREEN: note(
    'How much?',
    'Before a payment at a seller or from a wallet, in the asset or, where its price is known, in money.',
  ),
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN: note(
    'A transfer on Ethereum',
    'While the external wallet asks its user, and while the network confirms the transfer.',
  ),
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN: note(
    'A transfer on Solana',
    'The same for a wallet of Solana.',
  ),
  FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN: note(
    'Ethereum to Solana',
    'When coins of Ethereum pay for coins on Solana: the bridge’s price, which the user accepts, then both transactions.',
  ),
  FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN: note(
    'Solana to Ethereum',
    'The same in the other direction.',
  ),
  FUNDING_MANUAL_TRANSFER_SCREEN: note(
    'Receive',
    'The address with its QR code, and the watch for what arrives there.',
  ),
  MOONPAY_STATUS_SCREEN: note(
    'A purchase at MoonPay',
    'While the user pays in MoonPay’s window, and until it has delivered. A reload shows it again.',
  ),
  COINBASE_ONRAMP_STATUS_SCREEN: note('A purchase at Coinbase', 'The same for Coinbase.'),
} satisfies Record<string, Note>
