/** QR codes. */
export const qrStyle = `
.qr{display:block;width:224px;max-width:100%;height:auto;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);background:#fff;forced-color-adjust:none}
`

/** The account sheet: groups of rows and balances. */
export const accountStyle = `
.group{display:flex;flex-direction:column;gap:8px}
h3{margin:0;font-size:13px;line-height:18px;font-weight:500;color:var(--sp-text-2)}
.intro>.identicon{width:56px;height:56px;border-radius:18px;margin-bottom:8px}
.who{font-size:17px;line-height:24px;overflow-wrap:anywhere}
.account-row{min-height:56px;padding-block:8px}
.account-row .name{display:flex;flex-direction:column;align-items:flex-start;min-width:0;text-align:start}
.account-row .name bdi{max-width:100%;overflow-wrap:anywhere}
.titled{display:flex;flex-wrap:wrap;align-items:center;gap:2px 8px}
.titled .pill{font-size:12px;line-height:18px;font-weight:400}
.account-row small{font-size:13px;line-height:18px;font-weight:400;color:var(--sp-text-2)}
.account-row .value{display:flex;flex-direction:column;align-items:flex-end;flex:none;font-weight:400;font-variant-numeric:tabular-nums}
.account-row>.icon{flex:none;color:var(--sp-text-2)}
.balance{display:inline-block;font-size:28px;line-height:34px;font-variant-numeric:tabular-nums}
.field-label{display:block;margin-bottom:6px;font-size:13px;line-height:18px;color:var(--sp-text-2)}
`
