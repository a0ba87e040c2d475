import { addStyle } from '../../modal/stylesheet.js'

const walletStyle = `
.wallet-mark{display:grid;place-items:center;flex:none;width:28px;height:28px;margin-inline:-2px;border-radius:8px;overflow:hidden;background:var(--sp-surface);color:var(--sp-text);font-size:calc(14*var(--sp-px));font-weight:600;line-height:1}
.wallet-mark img{display:block;width:100%;height:100%;object-fit:cover}
.wallet-mark.large{width:64px;height:64px;border-radius:18px;margin:0;font-size:calc(28*var(--sp-px))}
.wallet-icon{position:relative;display:grid;place-items:center;width:64px;height:64px;margin-bottom:8px}
.wallet-icon .ring{position:absolute;inset:-5px;width:74px;height:74px;fill:none;stroke:var(--sp-accent-text);stroke-width:2;stroke-linecap:round}
.wallet-icon .ring rect{stroke-dasharray:22 78;animation:run 1.4s linear infinite!important}
.wallet-steps{display:flex;justify-content:center;gap:16px;margin:0;padding:0;list-style:none;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.wallet-steps li{display:flex;align-items:center;gap:6px}
.wallet-steps li.now{color:var(--sp-text);font-weight:500}
.wallet-steps li.done{color:var(--sp-success)}
.wallet-qr{display:grid;place-items:center;margin-inline:auto;width:min(100%,288px);padding:4px;border-radius:20px;background:#fff;border:1px solid var(--sp-line)}
.wallet-qr svg{display:block;width:100%;height:auto}
.install-steps{display:grid;gap:12px;margin:0;padding-inline-start:24px;list-style:decimal;font-size:calc(15*var(--sp-px));line-height:calc(20*var(--sp-px))}
.install-steps ::marker{color:var(--sp-text-2)}
.held{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;column-gap:20px}
@media (forced-colors:active){.wallet-mark{border:1px solid CanvasText}.wallet-icon .ring{stroke:Highlight}.wallet-qr{forced-color-adjust:none}}
@media (prefers-reduced-motion:reduce){.wallet-icon .ring rect{animation-duration:2.4s!important}}
`

/** Dresses the screens of external wallets. */
export const addWalletStyle = () => addStyle(walletStyle)
