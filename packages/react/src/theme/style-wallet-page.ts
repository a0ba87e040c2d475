/** The frame of a page of the wallet's origin. It is as high as the longest page, so that nothing jumps. */
export const walletPageStyle = `
.wallet-page{height:440px;max-height:calc(100dvh - 220px);min-height:260px;margin:0 -4px}
.wallet-page:empty{display:none}
`
