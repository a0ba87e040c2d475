/** The sheet itself: dialog, backdrop, header, motion between screens. */
export const baseStyle = `
:host{all:initial;display:block;
--sp-radius:20px;--sp-radius-control:12px;--sp-radius-small:8px;
--sp-ease:cubic-bezier(.2,.8,.2,1);
--sp-mono:ui-monospace,'SF Mono',SFMono-Regular,Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono',monospace}
*,*::before,*::after{box-sizing:border-box}
h2,p,ul,ol,dl,dd,pre,figure{margin:0;padding:0;font:inherit}
ul,ol{list-style:none}
button,input{font:inherit;color:inherit;letter-spacing:inherit}
a{color:inherit}
dialog{position:fixed;inset:0;margin:0;width:100%;height:100%;max-width:none;max-height:none;padding:0;border:0;background:none;
overflow:hidden;color:var(--sp-text);font:400 calc(15*var(--sp-px))/calc(22*var(--sp-px)) var(--sp-font);-webkit-font-smoothing:antialiased;
text-rendering:optimizeLegibility;font-feature-settings:'kern'}
dialog:focus{outline:none}
dialog::backdrop{background:none}
.veil{position:absolute;inset:0;background:var(--sp-backdrop);animation:veil-in 220ms var(--sp-ease)}
.covered{visibility:hidden}.covered .veil{visibility:visible}
dialog~dialog .veil{background:none}
.closing .veil{animation:veil-out 160ms var(--sp-ease) forwards}
.place{position:absolute;inset:0 0 var(--sp-keyboard,0px);display:grid;grid-template-rows:minmax(16px,45fr) auto minmax(16px,55fr);justify-items:center;pointer-events:none}
.sheet{grid-row:2;position:relative;pointer-events:auto;width:376px;max-width:calc(100vw - 32px);max-height:calc(100dvh - var(--sp-keyboard,0px) - 32px);
display:flex;flex-direction:column;background:var(--sp-bg);border-radius:var(--sp-radius);box-shadow:var(--sp-shadow);overflow:hidden;
animation:sheet-in 220ms var(--sp-ease)}
.closing .sheet{animation:sheet-out 160ms var(--sp-ease) forwards}
.handle{display:none}
.head{flex:none;display:grid;grid-template-columns:44px 1fr 44px;height:52px;padding:8px 8px 0;align-items:center;position:relative;z-index:1}
.head>:last-child{grid-column:3}
.morph{flex:0 1 auto;min-height:0;overflow:hidden auto;overscroll-behavior:contain;position:relative;transition:height 240ms var(--sp-ease);scrollbar-width:thin}
.morph{margin-top:-6px}
.screen{padding:6px 24px 24px;animation:screen-in 220ms var(--sp-ease)}
.screen.first{animation:none}
.screen:focus,h2:focus{outline:none}
.leaving{position:absolute;inset:0 0 auto;animation:screen-out 160ms var(--sp-ease) forwards;pointer-events:none}
.spoken{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--sp-accent-text);outline-offset:2px}
@keyframes veil-in{from{opacity:0}}
@keyframes veil-out{to{opacity:0}}
@keyframes sheet-in{from{opacity:0;transform:translateY(8px) scale(.985)}}
@keyframes sheet-out{to{opacity:0;transform:translateY(6px) scale(.985)}}
@keyframes screen-in{from{opacity:0;transform:translateX(calc(12px*var(--sp-travel,1)))}}
@keyframes screen-out{to{opacity:0;transform:translateX(calc(-12px*var(--sp-travel,1)))}}
@media (max-width:479.9px){
.place{grid-template-rows:minmax(24px,1fr) auto}
.sheet{width:100%;max-width:none;max-height:calc(90dvh - var(--sp-keyboard,0px)*.9);border-radius:var(--sp-radius) var(--sp-radius) 0 0;padding-bottom:env(safe-area-inset-bottom);animation-name:slide-up}
.closing .sheet{animation-name:slide-down}
.handle{display:block;position:absolute;inset:0 0 auto;height:28px;z-index:2;touch-action:none;cursor:grab;margin-inline:60px}
.handle::before{content:'';position:absolute;top:8px;left:50%;width:36px;height:4px;margin-left:-18px;border-radius:2px;background:var(--sp-line-strong)}
.head{height:60px;padding-top:16px}
.screen{padding-inline:20px}
}
@keyframes slide-up{from{transform:translateY(100%)}}
@keyframes slide-down{to{transform:translateY(100%)}}
@media (max-width:359.9px){.screen{padding-inline:16px}}
@media (prefers-reduced-motion:reduce){
*,*::before,*::after{animation-duration:160ms!important;transition-duration:1ms!important}
.sheet,.screen{animation-name:veil-in}.closing .sheet,.leaving{animation-name:veil-out}
}
@media (forced-colors:active){.sheet{border:1px solid CanvasText}}
`
