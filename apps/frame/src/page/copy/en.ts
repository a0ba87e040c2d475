import type { EmbeddedChain } from '@sallyport/contract'

/** English texts of the pages on the wallet's origin. */
export const en = {
  title: 'Wallet',
  openInApp: 'Open this page from the app it belongs to.',
  failed: 'Something went wrong. Close this and try again.',
  loginRequired: 'Log in again first. This needs a login from the last 15 minutes.',
  factorRequired: 'Verify with your second step first, then open this again.',
  notFound: 'This wallet isn’t on this device.',
  tooMany: 'Too many attempts. Try again later.',
  opening: 'Opening your wallet…',
  chains: {
    ethereum: 'Ethereum',
    solana: 'Solana',
    'bitcoin-segwit': 'Bitcoin',
    'bitcoin-taproot': 'Bitcoin (Taproot)',
  } as Readonly<Record<EmbeddedChain, string>>,
  export: {
    controls: (chain: string) => `The key controls this ${chain} address:`,
    consequences: [
      'Anyone who has this key can take everything in the wallet.',
      'A key that leaked can’t be changed or blocked.',
      'I’m alone, and I’ll keep it where only I can read it.',
    ],
    confirm: 'Confirm all three to continue',
    format: 'Format',
    formats: {
      phrase: 'Recovery phrase',
      key: 'Private key',
      file: 'Backup file',
    },
    phraseNote: 'The phrase controls every address of this wallet.',
    keyNote: 'The key controls this address only.',
    fileNote:
      'An encrypted file with every address of this wallet. It opens without this app or its server.',
    password: 'Password of the file',
    repeat: 'Repeat the password',
    passwordNote: 'At least 12 characters. Without it, the file can’t be opened.',
    shortPassword: 'Use at least 12 characters.',
    otherPassword: 'The passwords are different.',
    hold: 'Hold to reveal',
    holdFile: 'Hold to create the file',
    holding: 'Keep holding…',
    working: 'Opening…',
    covered: 'Show this window completely to continue.',
    secretLabel: { phrase: 'Your recovery phrase', key: 'Your private key' },
    copy: 'Copy',
    copied: 'Copied. The clipboard is cleared after 60 seconds.',
    notCopied: 'The browser doesn’t allow copying here. Select the text instead.',
    hide: 'Hide',
    seconds: (count: number) => `Hidden after ${count} seconds`,
    hidden: 'Hidden.',
    save: 'Save the file',
    saved: 'Keep the file and its password apart.',
  },
  import: {
    help: 'Paste a private key or recovery phrase. It stays on this page, which the app can’t read.',
    chain: 'Network',
    field: 'Private key or recovery phrase',
    preview: 'This adds the wallet with this address:',
    wrong: 'This is not a private key or recovery phrase of this network.',
    taken: 'This wallet already belongs to an account.',
    known: 'You already have this wallet.',
    add: 'Add wallet',
    adding: 'Adding…',
    added: 'Wallet added',
  },
  rehearsal: {
    help: 'We restore your wallet as a new device would, with nothing that this browser keeps, and compare the address. Nothing changes.',
    notice: 'You’ll get the same message as when your wallet is restored on a new device.',
    start: 'Start the test',
    working: 'Restoring…',
    passed: 'Recovery works. This address came back:',
    failed:
      'The wallet could not be restored this way. Your wallet still works on this device. Contact the app’s support.',
  },
}

/** The texts of a language. */
export type PageCopy = typeof en
