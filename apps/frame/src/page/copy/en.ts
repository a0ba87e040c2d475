import type { EmbeddedChain, StorageProblem } from '@sallyport/contract'
import { rightsWordsEn } from '@sallyport/contract/requests'
import type { SignMark } from '../../sign/marks.js'

/** English texts of the pages on the wallet's origin. */
export const en = {
  title: 'Wallet',
  openInApp: 'Open this page from the app it belongs to.',
  failed: 'Something went wrong. Close this and try again.',
  loginRequired: 'Log in again first. This needs a login from the last 15 minutes.',
  olderLoginRequired:
    'You added this login in the last 7 days. Log in with one you added earlier, then try again.',
  factorRequired: 'Verify with your second step first, then open this again.',
  notFound: 'This wallet isn’t on this device.',
  tooMany: 'Too many attempts. Try again later.',
  opening: 'Opening your wallet…',
  sign: {
    label: 'Your sign',
    choose: 'Choose a sign for your wallet',
    change: 'Change',
    help: 'A mark and a word that only your wallet can show. Where a signing window lacks them, it isn’t your wallet.',
    mark: 'Mark',
    marks: {
      star: 'Star',
      heart: 'Heart',
      drop: 'Drop',
      moon: 'Moon',
      bolt: 'Bolt',
      leaf: 'Leaf',
    } as Readonly<Record<SignMark, string>>,
    word: 'Word',
    save: 'Save',
    needsWord: 'Enter a word of up to 24 characters.',
    notKept: 'This browser doesn’t keep it. Allow cookies for this site.',
  },
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
    again: 'Press and hold again.',
    secretLabel: { phrase: 'Your recovery phrase', key: 'Your private key' },
    copy: 'Copy',
    copied: 'Copied. The clipboard is cleared after 60 seconds.',
    notCopied: 'The browser doesn’t allow copying here. Select the text instead.',
    hide: 'Hide',
    seconds: (count: number) => (count === 1 ? 'Hides in 1 second' : `Hides in ${count} seconds`),
    hidden: 'Hidden.',
    save: 'Save the file',
    saved: 'Keep the file and its password apart.',
    simplePassword: 'Use more different characters.',
    fileReady: 'The file is ready.',
    opener: 'Save the page that opens it',
    openerNote: 'Opens the file in any browser, without a network. Keep it with the file.',
    done: 'Done',
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
  delegation: {
    ...rightsWordsEn,
    who: (app: string) => `${app} asks to use this wallet without asking you each time:`,
    someApp: 'This app',
    may: 'Its server may then:',
    until: 'This holds until you end it in your account. You’re told by message that it began.',
    keys: (needed: number, all: number) =>
      all === 1
        ? 'Each request must be signed with the app’s own key.'
        : `Each request must be signed with ${needed} of ${all} keys of the app.`,
    hold: 'Hold to allow',
    holding: 'Keep holding…',
    covered: 'Show this window completely to continue.',
    again: 'Press and hold again.',
    working: 'Allowing…',
    later: 'Not now',
    allowed: 'Allowed. You can end it in your account.',
  },
  passkey: {
    newHelp:
      'A passkey that only this wallet uses. You confirm it with your screen lock or security key.',
    newLost:
      'Keep it in a password manager that your other devices have, or on a security key. If you delete it and lose all your devices, the wallet is lost.',
    make: 'Create a passkey',
    use: 'Use the passkey',
    /** As the password manager lists it. */
    nameOf: (app: string, address: string) => `Wallet of ${app} ${address}`.trim(),
    help: {
      set: 'The passkey is there. Use it once, so that we know it opens your wallet.',
      create: 'The passkey is there. Use it once, then we create your wallet.',
      recover: 'Your passkey opens this wallet here:',
      remove: 'Confirm with your passkey. This wallet then comes back when you log in:',
    },
    working: 'Opening your wallet…',
    done: {
      set: 'Your passkey opens this wallet now:',
      create: 'Your wallet was created:',
      recover: 'Your wallet is open:',
      remove: 'This wallet comes back when you log in:',
    },
    notUsed: 'This wallet has no passkey any more. Close this and try again.',
    notOffered: 'The app doesn’t offer this. Nothing has changed.',
    problems: {
      cancelled:
        'No passkey was used. Try again; if it’s on another device, choose that in your browser’s window.',
      unsupported:
        'This browser or passkey can’t open wallets. Nothing has changed. Try another one.',
      bound:
        'This passkey stays on this device, so it can’t bring your wallet back on another. Nothing has changed. Choose a password manager, phone or security key.',
      other: 'This is not the passkey of this wallet. Nothing has changed. Try again.',
    },
  },
  rehearsal: {
    help: 'We restore your wallet as a new device would, with nothing that this browser keeps, and compare the address. Nothing changes.',
    notice: 'You’ll get the same message as when your wallet is restored on a new device.',
    passcode: 'Passcode',
    start: 'Start the test',
    working: 'Restoring…',
    wrongPasscode: 'Wrong passcode. Check it and try again: the number of tries is limited.',
    storage: {
      refused: 'Your storage refused access. Close this, then allow it and test again.',
      full: 'Your storage is full. Make room there, then test again.',
      missing:
        'Your recovery file isn’t in this storage. Test again with your other account, or set a new recovery.',
      damaged:
        'The file in this storage doesn’t open your wallet. Set a new recovery while the wallet works here.',
      'not-kept': 'Your storage didn’t keep the file. Test again.',
      unavailable: 'Your storage didn’t answer. Close this and test again in a few minutes.',
    } as Readonly<Record<StorageProblem, string>>,
    passed: 'Recovery works. This address came back:',
    failed:
      'The wallet could not be restored this way. Your wallet still works on this device. Contact the app’s support.',
  },
}

/** The texts of a language. */
export type PageCopy = typeof en
