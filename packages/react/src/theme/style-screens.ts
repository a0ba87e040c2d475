/** Parts of the login and wallet screens: titles, heroes, codes, facts, addresses. */
export const screenStyle = `
.stack{display:flex;flex-direction:column;gap:16px}
.intro{display:flex;flex-direction:column;align-items:center;gap:8px;text-align:center;padding-bottom:8px}
.intro .screen-icon,.intro .logo,.intro .monogram{margin-bottom:8px}
h2{font-size:20px;line-height:26px;font-weight:600;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
.help{color:var(--sp-text-2);text-wrap:pretty;overflow-wrap:anywhere}
.help b,.foot b{font-weight:500;color:var(--sp-text)}
.help b{display:inline-block;max-width:100%}
.logo{display:block;max-height:36px;max-width:200px;object-fit:contain}
.monogram{display:grid;place-items:center;width:48px;height:48px;border-radius:14px;background:var(--sp-accent);color:var(--sp-on-accent);font-size:22px;line-height:1;font-weight:600}
.foot{font-size:12px;line-height:16px;color:var(--sp-text-2);text-align:center;text-wrap:balance}
.foot .link{color:inherit}
.by{display:flex;align-items:center;justify-content:center;gap:6px}
.by .icon{width:14px;height:14px}
.centre{display:flex;justify-content:center;align-items:center;flex-wrap:wrap;column-gap:16px}
.centre:empty{display:none}
.resend{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:6px;font-size:13px;line-height:18px;color:var(--sp-text-2);text-align:center}
.resend .quiet{font-size:inherit;font-variant-numeric:tabular-nums}
.screen-icon{position:relative;display:grid;place-items:center;width:64px;height:64px;border-radius:20px;background:var(--sp-surface);color:var(--sp-text)}
.screen-icon.danger{color:var(--sp-danger)}.screen-icon.success{color:var(--sp-success)}.screen-icon.warning{color:var(--sp-warning)}
.screen-icon .ring{position:absolute;inset:-5px;width:74px;height:74px;fill:none;stroke:var(--sp-accent-text);stroke-width:2;stroke-linecap:round}
.screen-icon .ring rect{stroke-dasharray:22 78;animation:run 1.4s linear infinite!important}
@keyframes run{to{stroke-dashoffset:-100}}
.screen-icon.success .icon path{stroke-dasharray:40;animation:draw 360ms var(--sp-ease) 60ms backwards}
@keyframes draw{from{stroke-dashoffset:40}}
.code{position:relative;display:grid;grid-template-columns:repeat(6,48px);justify-content:center;gap:8px;direction:ltr}
.code input{position:absolute;inset:0;width:100%;height:100%;border:0;padding:0;opacity:0;font-size:16px;cursor:text;z-index:1}
.cell{display:grid;place-items:center;height:56px;border:1px solid var(--sp-field);border-radius:var(--sp-radius-control);background:var(--sp-bg);
font-size:22px;line-height:1;font-weight:600;font-variant-numeric:tabular-nums;transition:border-color 120ms,background-color 120ms,box-shadow 120ms}
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
.facts{border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);padding-inline:14px;font-size:15px;line-height:20px}
.fact{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:44px;padding-block:8px}
.fact+.fact{border-top:1px solid var(--sp-line)}
.fact dt{flex:none;color:var(--sp-text-2);font-size:13px;line-height:18px}
.fact dd{min-width:0;text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.address{display:inline-flex;align-items:center;gap:8px;direction:ltr;unicode-bidi:isolate;max-width:100%}
.mono{font:400 13px/18px var(--sp-mono);font-variant-ligatures:none;direction:ltr;unicode-bidi:isolate;text-align:start}
.fact .address{vertical-align:top}
.identicon{display:block;flex:none;width:20px;height:20px;border-radius:6px;background:var(--sp-surface)}
.slow{display:flex;flex-direction:column;align-items:center;text-align:center}
@media (forced-colors:active){.cell.here,.screen-icon,.monogram{border:1px solid CanvasText}.screen-icon .ring{stroke:Highlight}.code:focus-within .cell.here{outline:2px solid Highlight}.identicon{forced-color-adjust:none}}
@media (prefers-reduced-motion:reduce){.code.wrong{animation:none}.code .tick{animation-name:veil-in}.cell.full span{animation:none}.screen-icon .ring rect{animation-duration:2.4s!important}}
`
