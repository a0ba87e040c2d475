/** The field for a one-time code. */
export const codeStyle = `
.code{position:relative;display:grid;grid-template-columns:repeat(6,48px);justify-content:center;gap:8px;direction:ltr}
.code input{position:absolute;inset:0;width:100%;height:100%;border:0;padding:0;opacity:0;font-size:calc(16*var(--sp-px));cursor:text;z-index:1}
.cell{display:grid;place-items:center;height:56px;border:1px solid var(--sp-field);border-radius:var(--sp-radius-control);background:var(--sp-bg);
font-size:calc(22*var(--sp-px));line-height:1;font-weight:600;font-variant-numeric:tabular-nums;transition:border-color 120ms,background-color 120ms,box-shadow 120ms}
.cell.full{background:var(--sp-surface);border-color:var(--sp-line)}
.cell.full span{animation:drop 160ms var(--sp-ease)}
@keyframes drop{from{transform:translateY(-4px);opacity:0}}
.code:focus-within .cell.here{border-color:var(--sp-accent-text);box-shadow:0 0 0 3px color-mix(in srgb,var(--sp-accent-text) 20%,transparent)}
.code:focus-within .cell.here:not(.full)::after{content:'';width:2px;height:24px;border-radius:1px;background:var(--sp-accent-text);animation:caret 1.1s steps(1) infinite!important}
@keyframes caret{50%{opacity:0}}
.code.wrong .cell,.code.wrong:focus-within .cell.here{border-color:var(--sp-danger);--sp-accent-text:var(--sp-danger)}
.code.wrong{animation:shake 280ms var(--sp-ease)}
@keyframes shake{20%,60%{transform:translateX(-6px)}40%,80%{transform:translateX(6px)}}
.code.busy .cell{opacity:.75}
.code.right .cell{border-color:transparent;background:none;transition:transform 280ms var(--sp-ease),opacity 200ms}
.code.right .cell:nth-child(-n+3){opacity:0;transform:translateX(56px)}.code.right .cell:nth-child(n+4){opacity:0;transform:translateX(-56px)}
.code .tick{position:absolute;inset:0;margin:auto;display:grid;place-items:center;width:56px;height:56px;border-radius:50%;background:var(--sp-surface);color:var(--sp-success);animation:pop 260ms var(--sp-ease) 120ms backwards}
.code .tick path{stroke-dasharray:40;animation:draw 360ms var(--sp-ease) 200ms backwards}
@keyframes pop{from{opacity:0;transform:scale(.7)}}
@media (max-width:379.9px){.code{grid-template-columns:repeat(6,minmax(0,48px));gap:6px}.cell{height:52px}}
@media (forced-colors:active){.cell.here{border:1px solid CanvasText}.code:focus-within .cell.here{outline:2px solid Highlight}}
@media (prefers-reduced-motion:reduce){.code.wrong{animation:none}.code .tick{animation-name:veil-in}.cell.full span{animation:none}}
`
