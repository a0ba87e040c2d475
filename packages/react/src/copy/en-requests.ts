import { requestWordsEn } from '@sallyport/contract/requests'

/** English texts of wallet requests: loaded with their screens, not with every login. */
export const enRequests = {
  sign: {
    // What requests are spoken of with, here and in the wallet frame.
    ...requestWordsEn,
    help: (app: string) => `${app} is requesting your signature.`,
    signing: 'Signing',
    signed: 'Signed',
  },
  send: {
    signTitle: 'Sign transaction',
    changesTitle: 'Balance changes',
    changesNone: 'None',
    changesLater: (what: string) => `Now none. Later: ${what}`,
    changesAll: (token: string) => `everything in ${token}`,
    changesCollection: 'every item of the collection',
    changesUnknown: 'This network can’t preview them',
    changesMore: (count: number) => `and ${count} more`,
    changesNote: 'From a simulation; the result can differ',
    allows: 'Permission given to',
    disagreesTitle: 'The simulation doesn’t match the request',
    disagrees: {
      leaves: (list: string) => `More would leave your wallet than the request says: ${list}.`,
      arrives: (_list: string) => 'The recipient would get less than the request says.',
      approval: (list: string) =>
        `It would let others spend your tokens, which the request doesn’t say: ${list}.`,
      control: (list: string) => `You would lose control of an account: ${list}.`,
    },
    failureReason: (reason: string) => `The network’s answer: “${reason}”`,
    fee: 'Network fee',
    feeEstimate: 'Maximum fee, usually lower',
    sponsored: 'Paid by the app',
    total: 'Total',
    balance: 'Your balance',
    balanceOf: (symbol: string) => `Your ${symbol}`,
    addFunds: 'Add funds',
    copyAddress: 'Copy address',
    editLimit: 'Edit limit',
    limit: 'Spending limit',
    limitInvalid: 'Enter an amount such as 25 or 0.5.',
    unknown: 'Unavailable',
    shortTitle: 'Not enough funds',
    short: (amount: string) => `You need ${amount} more.`,
    likelyFails: 'This transaction will probably fail',
    likelyFailsHelp:
      'We simulated this transaction and it failed. You’d still pay the network fee.',
    notPrepared: 'The network didn’t respond, so we don’t know the fee yet.',
    hiddenAccounts:
      'The recipient isn’t listed in this transaction, and the network didn’t say who it is. Try again, or reject it.',
    sending: 'Sending',
    submittedTitle: 'Transaction submitted',
    submittedHelp: 'Waiting for the network to confirm it. You can close this window.',
    confirmedTitle: 'Sent',
    confirmedHelp: 'Confirmed by the network.',
    signedTitle: 'Signed',
    replacedTitle: 'Transaction replaced',
    replacedHelp: 'Another transaction took its place. This one won’t go through.',
    cancelledTitle: 'Transaction cancelled',
    cancelledHelp: 'No funds were moved. The network fee of the cancellation was charged.',
    repricedHelp: 'Confirmed by the network, with a changed fee.',
    failedTitle: 'Transaction failed',
    failedHelp: 'No funds were moved, but the network fee was charged.',
    notSentHelp: 'Nothing was sent and you weren’t charged.',
    slowTitle: 'Still pending',
    slowHelp: 'Not confirmed after three minutes. It may still go through.',
    transaction: 'Transaction',
    explorer: 'View in explorer',
    done: 'Done',
  },
}

/** The texts that wallet requests need besides `Copy`. */
export type RequestCopy = typeof enRequests
