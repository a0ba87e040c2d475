/** Screens of second factors. */
export const mfaStyle = `
.when{padding:14px 16px;border-radius:var(--sp-radius-control);background:var(--sp-surface);font-size:calc(15*var(--sp-px));line-height:calc(20*var(--sp-px))}
.when p{color:var(--sp-text-2);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px))}
.when ul{margin:8px 0 0;padding:0;list-style:none;display:flex;flex-direction:column;gap:6px}
.when li{display:flex;gap:10px}
.when li::before{content:'';flex:none;width:5px;height:5px;margin-top:8px;border-radius:50%;background:var(--sp-accent-text)}
.secret{display:flex;flex-direction:column;gap:2px}
.secret>.note{text-align:center}
.secret-key{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:48px;padding-inline-start:14px;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control)}
.secret-key code,.recovery-codes code{font:500 calc(14*var(--sp-px))/calc(20*var(--sp-px)) var(--sp-mono);font-variant-ligatures:none;overflow-wrap:anywhere}
.secret-key .icon-button{flex:none}
.recovery-codes{margin:0;padding:14px 16px;list-style:none;display:grid;grid-template-columns:1fr 1fr;gap:10px 16px;justify-items:center;border-radius:var(--sp-radius-control);background:var(--sp-surface)}
.recovery-codes code{letter-spacing:.02em;user-select:all}
.trio{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}
.trio .button{padding-inline:8px}
.notice p+p{margin-top:6px}
@media (forced-colors:active){.when,.recovery-codes{border:1px solid CanvasText}.when li::before{background:CanvasText}}
`
