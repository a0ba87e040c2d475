/** QR codes. */
export const qrStyle = `
.qr{display:block;width:224px;max-width:100%;height:auto;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);background:#fff;forced-color-adjust:none}
`

/** The account sheet: groups of rows and balances. */
export const accountStyle = `
.group{display:flex;flex-direction:column;gap:8px}
h3{margin:0;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:500;color:var(--sp-text-2)}
.intro>.identicon{width:56px;height:56px;border-radius:18px;margin-bottom:8px}
.who{font-size:calc(17*var(--sp-px));line-height:calc(24*var(--sp-px));overflow-wrap:anywhere}
.account-row{min-height:56px;padding-block:8px}
.account-row .name{display:flex;flex-direction:column;align-items:flex-start;min-width:0;text-align:start}
.account-row .name bdi{max-width:100%;overflow-wrap:anywhere}
.titled{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px}
.titled .pill{font-size:calc(12*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400}
.account-row small{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400;color:var(--sp-text-2)}
.account-row .value{display:flex;flex-direction:column;align-items:flex-end;flex:none;font-weight:400;font-variant-numeric:tabular-nums}
.account-row>.icon{flex:none;color:var(--sp-text-2)}
.balance{display:inline-block;font-size:calc(28*var(--sp-px));line-height:calc(34*var(--sp-px));font-variant-numeric:tabular-nums}
.field-label{display:block;margin-bottom:6px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
`
