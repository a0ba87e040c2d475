/**
 * The frame of a page of the wallet's origin. It is as high as what its task draws at most, so that nothing jumps; once the user has
 * finished, as high as a sentence and an address. On a low screen the page scrolls, and not the sheet around it; it is never too low
 * to hold a button in.
 */
export const walletPageStyle = `
.wallet-page{height:488px;max-height:calc(100dvh - 272px);min-height:260px;margin:0 -4px}
.wallet-page[data-task=delegation]{height:538px}
.wallet-page:is([data-task=import],[data-task=rehearsal],[data-task=passkey]){height:408px}
.wallet-page.finished[data-task]{height:208px;min-height:0}
.wallet-page:empty{display:none}
`
