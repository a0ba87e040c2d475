/**
 * The frame of a page of the wallet's origin. It is as high as the longest page, so that nothing jumps; once the user has finished, as
 * high as a sentence and an address.
 */
export const walletPageStyle = `
.wallet-page{height:440px;max-height:calc(100dvh - 220px);min-height:260px;margin:0 -4px}
.wallet-page.finished{height:160px;min-height:0}
.wallet-page:empty{display:none}
`
