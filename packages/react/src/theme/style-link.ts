/** Screens of linking: the list of passkeys. */
export const linkStyle = `
.passkeys{margin:0;padding:0 14px;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control)}
.passkeys>li{display:flex;flex-direction:column;gap:12px;padding-block:10px}
.passkeys>li+li{border-top:1px solid var(--sp-line)}
.passkey{display:flex;align-items:center;justify-content:space-between;gap:16px}
.passkey b{font-size:calc(15*var(--sp-px));line-height:calc(20*var(--sp-px));font-weight:500;overflow-wrap:anywhere}
.passkey .note{margin:0}
.passkey .acts{flex:none;display:flex;flex-direction:column;align-items:flex-end}
@media (forced-colors:active){.passkeys{border-color:CanvasText}}
`
