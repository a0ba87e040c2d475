/** The sheet's own style: a card on wide windows, a bottom sheet on phones, mirrored for right-to-left words. */
export const style = `
*,*::before,*::after{box-sizing:border-box}
html,body{margin:0;height:100%;background:none}
h1,p,ol,dl,dd,dt{margin:0;padding:0;font:inherit}
ol{list-style:none}
button{font:inherit;color:inherit}
.confirmation{--ease:cubic-bezier(.2,.8,.2,1);--mono:ui-monospace,'SF Mono',SFMono-Regular,Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono',monospace;
position:fixed;inset:0;color:var(--sp-text);font:400 .9375rem/1.375rem system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif;
-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility}
.veil{position:absolute;inset:0;background:var(--sp-backdrop);animation:fade 220ms var(--ease)}
.place{position:absolute;inset:0;display:grid;grid-template-rows:minmax(16px,45fr) auto minmax(16px,55fr);justify-items:center;pointer-events:none}
.sheet{grid-row:2;pointer-events:auto;color-scheme:var(--scheme);display:flex;flex-direction:column;width:376px;max-width:calc(100vw - 32px);max-height:calc(100dvh - 32px);
min-width:248px;min-height:200px;background:var(--sp-bg);border-radius:20px;box-shadow:var(--sp-shadow);overflow:hidden;animation:rise 220ms var(--ease)}
header{flex:none;display:grid;grid-template-columns:44px 1fr 44px;align-items:center;height:52px;padding:8px 8px 0}
.asker{grid-column:2;justify-self:center;max-width:100%;padding:4px 12px;border-radius:999px;background:var(--sp-surface);color:var(--sp-text);font-size:.8125rem;line-height:1.125rem;font-weight:500;
overflow-wrap:anywhere;text-align:center;max-height:44px;overflow:auto}
.close{grid-column:3;display:grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:12px;background:none;color:var(--sp-text-2);cursor:pointer}
.close:hover{color:var(--sp-text);background:var(--sp-surface)}
.body{flex:0 1 auto;min-height:72px;overflow:hidden auto;overscroll-behavior:contain;padding:4px 24px 16px;display:flex;flex-direction:column;gap:16px;scrollbar-width:thin}
.body>*{flex:none}
.intro{display:flex;flex-direction:column;align-items:center;gap:8px;text-align:center;padding-top:4px}
h1{font-size:1.25rem;line-height:1.625rem;font-weight:600;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
h1:focus,.body:focus{outline:none}
.help{color:var(--sp-text-2);text-wrap:pretty;overflow-wrap:anywhere}
.hero{display:grid;place-items:center;width:64px;height:64px;margin-bottom:8px;border-radius:20px;background:var(--sp-surface)}
.hero.triangle{color:var(--sp-danger)}
.icon{display:block;flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.icon.small{width:16px;height:16px;stroke-width:2}
.icon.large{width:28px;height:28px;stroke-width:1.6}
.amount{text-align:center;font-size:1.75rem;line-height:2.125rem;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount.long{font-size:1.25rem;line-height:1.75rem;letter-spacing:-.01em}
.amount .unit{font-weight:500;color:var(--sp-text-2);letter-spacing:-.01em}
.facts,.steps>li{border:1px solid var(--sp-line);border-radius:12px;padding-inline:14px;line-height:1.25rem}
.fact{display:flex;align-items:baseline;justify-content:space-between;gap:16px;padding-block:11px}
.fact+.fact{border-top:1px solid var(--sp-line)}
.fact dt{flex:none;max-width:60%;color:var(--sp-text-2);font-size:.8125rem;line-height:1.125rem}
.fact dd{min-width:0;text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.fact.strong dd{font-weight:600}
.fact small{display:block;font-size:.8125rem;line-height:1.125rem;color:var(--sp-text-2);font-weight:400;text-wrap:balance}
.fact.address{display:block}
.fact.address dd{margin-top:4px;text-align:start}
.address{display:flex;align-items:center;gap:10px;direction:ltr}
.fact.address .identicon{width:32px;height:32px;border-radius:8px}
.groups{display:grid;grid-template-columns:repeat(5,max-content);column-gap:7px;color:var(--sp-text)}
.groups.six{grid-template-columns:repeat(6,max-content)}
.groups>:nth-child(5n+1){text-align:end}.groups.six>*{text-align:start}
.name{margin-bottom:4px;font-weight:600}
.unverified,.fact.unverified dd,.amount .unit.unverified{color:var(--sp-warning)}
.fact.unverified dd small{color:var(--sp-text-2)}
.dot{display:inline-block;width:8px;height:8px;margin-inline-end:8px;vertical-align:1px}
.badge{display:inline-block;margin-inline-start:8px;padding:1px 8px;border-radius:999px;background:color-mix(in srgb,var(--sp-warning) 12%,var(--sp-bg));color:var(--sp-warning);font-size:.75rem;line-height:1.125rem;font-weight:500;white-space:nowrap}
.type{font:400 .75rem/1.125rem var(--mono);color:var(--sp-text-2)}
.identicon{display:block;flex:none;width:20px;height:20px;border-radius:6px;background:var(--sp-surface)}
.mono{font:400 .8125rem/1.25rem var(--mono);font-variant-ligatures:none;direction:ltr;unicode-bidi:isolate;overflow-wrap:anywhere}
.steps{display:flex;flex-direction:column;gap:8px}
.steps>li{padding-block:10px 0}
.steps>li>.branch{padding-bottom:10px}
.steps>li dl{margin-inline:-14px;padding-inline:14px;border-top:1px solid var(--sp-line)}
.steps .risky{border-color:color-mix(in srgb,var(--sp-warning) 50%,var(--sp-line))}
.steps .risky>.branch{color:var(--sp-warning)}
.steps .mono:not(.groups){display:block;max-height:80px;overflow:auto;text-align:start}
.well{padding:14px;border-radius:12px;background:var(--sp-surface);text-align:start;overflow-wrap:anywhere}
details .well{max-height:160px;overflow:auto;scrollbar-width:thin}
.well.text{white-space:pre-wrap}
.fold{color:var(--sp-warning);font:500 .8125rem/1.125rem system-ui,sans-serif;white-space:nowrap}
.fold.lines{display:block;margin-block:6px;padding-block:4px;text-align:center;border-block:1px dashed var(--sp-line-strong)}
.fold.spaces{margin-inline:4px}
.mark{display:block;color:var(--sp-warning);font-family:system-ui,sans-serif}
.branch{font-weight:500}
.tree{font-size:.8125rem;line-height:1.125rem}
.tree .tree{padding-inline-start:12px;margin-inline-start:2px;border-inline-start:1px solid var(--sp-line-strong)}
.leaf,.tree>div{padding-block:4px}
.leaf dt{color:var(--sp-text-2);overflow-wrap:anywhere}
.leaf dd{min-width:0;overflow-wrap:anywhere;white-space:pre-wrap}
.leaf.money dd{font-weight:600;color:var(--sp-warning)}
details{font-size:.8125rem;line-height:1.125rem}
details[open]{display:flex;flex-direction:column;gap:12px}
details>:not(summary){margin-top:12px}
summary{display:flex;align-items:center;justify-content:center;gap:4px;min-height:44px;margin-block:-12px;cursor:pointer;color:var(--sp-text-2);font-weight:500;list-style:none;border-radius:8px}
summary::-webkit-details-marker{display:none}
summary:hover{color:var(--sp-text)}
summary .icon{transition:transform 160ms var(--ease)}
details[open] summary .icon{transform:rotate(180deg)}
footer{position:relative;flex:none;display:flex;flex-direction:column;gap:12px;padding:12px 24px 20px;border-top:1px solid var(--sp-line);background:var(--sp-bg)}
.body+footer::before{content:'';position:absolute;inset:auto 0 calc(100% + 1px);height:16px;background:linear-gradient(transparent,var(--sp-bg));pointer-events:none}
.notice{display:flex;gap:10px;padding:12px 14px;border-radius:12px;font-size:.8125rem;line-height:1.125rem;max-height:max(132px,36dvh);overflow:auto}
.notice>.icon{margin-top:-1px}
.notice p+p{margin-top:6px}
.notice.plain{background:var(--sp-surface)}
.notice.warning{background:color-mix(in srgb,var(--sp-warning) 10%,var(--sp-bg))}.notice.warning>.icon{color:var(--sp-warning)}
.notice.danger{background:color-mix(in srgb,var(--sp-danger) 9%,var(--sp-bg))}.notice.danger>.icon{color:var(--sp-danger)}
.more{position:absolute;inset:auto 0 calc(100% + 8px);justify-self:center;margin-inline:auto;width:max-content;display:flex;align-items:center;gap:4px;min-height:32px;padding:6px 12px;border:1px solid var(--sp-line-strong);border-radius:999px;background:var(--sp-bg);color:var(--sp-text);font-size:.8125rem;line-height:1.125rem;font-weight:500;cursor:pointer;box-shadow:0 2px 8px #0000001f;z-index:1}
.more[hidden]{display:none}
.more::before{content:'';position:absolute;inset:-6px 0}
.agree{display:flex;align-items:center;gap:10px;min-height:44px;margin-block:-6px;font-weight:500;cursor:pointer}
.agreement{flex:none;width:20px;height:20px;margin:0;accent-color:var(--sp-accent)}
.free{display:flex;align-items:center;justify-content:center;gap:6px;color:var(--sp-text-2);font-size:.8125rem;line-height:1.125rem}
.own{color:var(--sp-text-2);font-size:.75rem;line-height:1rem;text-align:center;text-wrap:balance}
.own .icon{display:inline-block;width:13px;height:13px;margin-inline-end:5px;vertical-align:-2px}
.covered{font-size:.8125rem;line-height:1.125rem;text-align:center;color:var(--sp-warning)}
.covered:empty{display:none}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.button{min-height:48px;padding:13px 16px;border:1px solid transparent;border-radius:12px;font-weight:500;font-size:.9375rem;line-height:1.25rem;cursor:pointer;user-select:none;-webkit-tap-highlight-color:transparent;touch-action:manipulation}
.primary{background:var(--sp-accent);color:var(--sp-on-accent)}
.primary:hover{background:color-mix(in srgb,var(--sp-accent) 90%,var(--sp-text))}
.primary:active{background:color-mix(in srgb,var(--sp-accent) 82%,var(--sp-text))}
.primary[aria-disabled=true]{cursor:default;background:var(--sp-surface);color:var(--sp-text-2);border-color:var(--sp-line)}
.secondary{border-color:var(--sp-line-strong);background:var(--sp-bg)}
.secondary[aria-disabled=true]{cursor:default;background:var(--sp-surface);color:var(--sp-text-2);border-color:var(--sp-line)}
.secondary:hover{background:var(--sp-surface)}
:focus-visible{outline:2px solid var(--sp-accent);outline-offset:2px}
.well:focus-visible,.close:focus-visible{outline-offset:-2px}
.spoken{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@keyframes fade{from{opacity:0}}
@keyframes rise{from{transform:translateY(8px)}}
@keyframes slide{from{transform:translateY(100%)}}
@media (max-width:479.9px){
.place{grid-template-rows:minmax(16px,1fr) auto}
.sheet{width:100%;max-width:none;max-height:calc(100dvh - 16px);border-radius:20px 20px 0 0;padding-bottom:env(safe-area-inset-bottom);animation-name:slide}
.body{padding-inline:20px}footer{padding-inline:20px}
}
@media (max-width:359.9px){.groups.six{grid-template-columns:repeat(5,max-content)}.fact dt{max-width:50%}}
@media (max-width:339.9px){.body{padding-inline:16px}footer{padding-inline:16px}}
@media (max-height:560px){.hero{display:none}.body{gap:12px}footer{gap:8px;padding-block:8px 12px}.notice{max-height:72px}}
@media (prefers-reduced-motion:reduce){.sheet{animation-name:none}summary .icon{transition:none}}
@media (forced-colors:active){.sheet,.notice,.well,.hero{border:1px solid CanvasText}.primary{border-color:ButtonText}.primary[aria-disabled=true]{color:GrayText;border-color:GrayText}}
`
