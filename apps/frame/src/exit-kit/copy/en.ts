import type { ExitFileErrorCode } from '@sallyport/crypto/exit-file'

/** English texts of the page that opens backup files. */
export const en = {
  title: 'Open a wallet backup',
  help: 'Turns a backup file or a recovery phrase into the keys of your wallet. Everything happens in this page: it sends nothing and needs no network. Disconnect first, if you like.',
  source: 'What do you have?',
  sources: { file: 'Backup file', phrase: 'Recovery phrase' },
  file: 'Backup file',
  password: 'Password of the file',
  phrase: 'Recovery phrase, 12 to 24 words',
  open: 'Open',
  opening: 'Opening. This takes a few seconds.',
  noFile: 'Choose a file first.',
  wrongPhrase: 'This is not a recovery phrase. Check the words and their order.',
  problems: {
    not_an_exit_file: 'This is not a backup file of a wallet.',
    newer_version: 'A newer version wrote this file. Get the page that came with it.',
    damaged: 'This file is damaged: parts of it were lost or changed. Try another copy.',
    weak_parameters: 'This file protects its password too weakly to be genuine. It was not opened.',
    excessive_parameters:
      'Opening this file would take more memory or time than it should. It was not opened.',
    wrong_password: 'This is not the password of this file, or the file was changed on purpose.',
  } as Readonly<Record<ExitFileErrorCode, string>>,
  failed: 'Something went wrong. Reload this page and try again.',
  wallet: 'Your wallet',
  made: (date: string) => `Backup of ${date}`,
  otherAddress:
    'The secret in this file does not give the addresses it lists. Don’t rely on it, and try another copy.',
  which: 'What should be shown?',
  wholePhrase: 'Recovery phrase of all addresses',
  address: (chain: string, number: number) => `${chain}, address ${number}`,
  more: 'More addresses',
  warning:
    'Anyone who sees this can take everything in the wallet. Make sure you’re alone, and enter it only in a wallet you trust.',
  covered: 'Scroll until the whole button is shown.',
  again: 'Open another',
}

/** The texts of a language. */
export type ExitCopy = typeof en
