/** Parts of the login and wallet screens: titles, heroes, facts, addresses. */
export const screenStyle = `
.stack{display:flex;flex-direction:column;gap:16px}
.intro{display:flex;flex-direction:column;align-items:center;gap:8px;text-align:center;padding-bottom:8px}
.intro .screen-icon,.intro .logo,.intro .monogram{margin-bottom:8px}
h2{font-size:calc(20*var(--sp-px));line-height:calc(26*var(--sp-px));font-weight:600;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
.help{color:var(--sp-text-2);text-wrap:pretty;overflow-wrap:anywhere}
.help b,.foot b{font-weight:500;color:var(--sp-text)}
.help b{display:inline-block;max-width:100%}
.logo{display:block;max-height:36px;max-width:200px;object-fit:contain}
.monogram{display:grid;place-items:center;width:48px;height:48px;border-radius:14px;background:var(--sp-accent);color:var(--sp-on-accent);font-size:calc(22*var(--sp-px));line-height:1;font-weight:600}
.foot{font-size:calc(12*var(--sp-px));line-height:calc(16*var(--sp-px));color:var(--sp-text-2);text-align:center;text-wrap:balance}
.foot .link{color:inherit}
.by{display:flex;align-items:center;justify-content:center;gap:6px}
.by .icon{width:14px;height:14px}
.centre{display:flex;justify-content:center;align-items:center;flex-wrap:wrap;column-gap:16px}
.centre:empty{display:none}
.resend{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:6px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2);text-align:center}
.resend .quiet{font-size:inherit;font-variant-numeric:tabular-nums}
.screen-icon{position:relative;display:grid;place-items:center;width:64px;height:64px;border-radius:20px;background:var(--sp-surface);color:var(--sp-text)}
.screen-icon.danger{color:var(--sp-danger)}.screen-icon.success{color:var(--sp-success)}.screen-icon.warning{color:var(--sp-warning)}
.screen-icon .ring{position:absolute;inset:-5px;width:74px;height:74px;fill:none;stroke:var(--sp-accent-text);stroke-width:2;stroke-linecap:round}
.screen-icon .ring rect{stroke-dasharray:22 78;animation:run 1.4s linear infinite!important}
@keyframes run{to{stroke-dashoffset:-100}}
.screen-icon.success .icon path{stroke-dasharray:40;animation:draw 360ms var(--sp-ease) 60ms backwards}
@keyframes draw{from{stroke-dashoffset:40}}
.facts{border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);padding-inline:14px;font-size:calc(15*var(--sp-px));line-height:calc(20*var(--sp-px))}
.fact{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:44px;padding-block:8px}
.fact+.fact{border-top:1px solid var(--sp-line)}
.fact dt{flex:none;color:var(--sp-text-2);font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px))}
.fact dd{min-width:0;text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.address{display:inline-flex;align-items:center;gap:8px;direction:ltr;unicode-bidi:isolate;max-width:100%}
.mono{font:400 calc(13*var(--sp-px))/calc(18*var(--sp-px)) var(--sp-mono);font-variant-ligatures:none;direction:ltr;unicode-bidi:isolate;text-align:start}
.fact .address{vertical-align:top}
.identicon{display:block;flex:none;width:20px;height:20px;border-radius:6px;background:var(--sp-surface)}
.slow{display:flex;flex-direction:column;align-items:center;text-align:center}
@media (forced-colors:active){.screen-icon,.monogram{border:1px solid CanvasText}.screen-icon .ring{stroke:Highlight}.identicon{forced-color-adjust:none}}
@media (prefers-reduced-motion:reduce){.screen-icon .ring rect{animation-duration:2.4s!important}}
`
