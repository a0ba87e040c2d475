import { signStyle } from '../sign/draw-sign.js'

/** The style of the pages that users see inside the app's modal: no card of their own, the modal is one. */
export const pageStyle = `${signStyle}
*,*::before,*::after{box-sizing:border-box}
html,body{margin:0}
[hidden]{display:none!important}
html{color-scheme:var(--scheme);background:var(--sp-bg)}
body{--mono:ui-monospace,'SF Mono',SFMono-Regular,Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono',monospace;color:var(--sp-text);
font:400 .9375rem/1.375rem system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif;-webkit-font-smoothing:antialiased}
main,.form{display:flex;flex-direction:column;gap:12px}
main{padding:4px}
.sign-row{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;column-gap:12px;padding:0 4px 8px}
.sign-form{width:100%}
.marks{display:grid;grid-template-columns:repeat(6,1fr);gap:6px}
.marks label{position:relative;display:grid;place-items:center;min-height:44px;border:1px solid var(--sp-line-strong);border-radius:12px;cursor:pointer}
.marks input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
.marks label:has(:checked){border-color:var(--sp-accent);box-shadow:inset 0 0 0 1px var(--sp-accent)}
.marks label:has(:focus-visible){outline:2px solid var(--sp-accent);outline-offset:2px}
p,fieldset,legend,ol{margin:0;padding:0;border:0}
.help,.note{color:var(--sp-text-2);font-size:.8125rem;line-height:1.125rem;text-wrap:pretty}
.note:empty,.status:empty{display:none}
.status{font-size:.8125rem;line-height:1.125rem;text-align:center;color:var(--sp-text-2)}
.notice{padding:12px 14px;border-radius:12px;background:color-mix(in srgb,var(--sp-warning) 10%,var(--sp-bg));font-size:.875rem;line-height:1.25rem}
.problem{color:var(--sp-danger)}
.address{display:block;padding:10px 12px;border-radius:12px;background:var(--sp-surface);font:400 .8125rem/1.25rem var(--mono);overflow-wrap:anywhere;direction:ltr;text-align:start}
.groups{display:grid;grid-template-columns:repeat(5,max-content);column-gap:8px}
.groups.six{grid-template-columns:repeat(6,max-content)}
.groups.five>:nth-child(5n+1){text-align:end}
.checks{display:flex;flex-direction:column;gap:8px}
label.check{display:flex;gap:10px;align-items:start;min-height:24px;font-size:.875rem;line-height:1.25rem;cursor:pointer}
label.check input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--sp-accent)}
.formats{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:6px}
.formats label{position:relative;display:grid;place-items:center;min-height:44px;padding:4px 6px;border:1px solid var(--sp-line-strong);border-radius:12px;font-size:.8125rem;line-height:1.125rem;text-align:center;cursor:pointer}
.formats input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
.formats label:has(:checked){border-color:var(--sp-accent);box-shadow:inset 0 0 0 1px var(--sp-accent);font-weight:500}
.formats label:has(:focus-visible){outline:2px solid var(--sp-accent);outline-offset:2px}
.field{display:flex;flex-direction:column;gap:4px;font-size:.8125rem;line-height:1.125rem;color:var(--sp-text-2)}
.field input,.field textarea,.field select{width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--sp-line-strong);border-radius:12px;background:var(--sp-bg);color:var(--sp-text);font:inherit;font-size:1rem;line-height:1.375rem}
.field textarea{min-height:88px;resize:none;font-family:var(--mono);font-size:.875rem}
button,.button{position:relative;overflow:hidden;display:block;width:100%;min-height:48px;padding:13px 16px;border:1px solid transparent;border-radius:12px;font:inherit;font-weight:500;line-height:1.25rem;text-align:center;text-decoration:none;cursor:pointer;
user-select:none;-webkit-user-select:none;-webkit-touch-callout:none;-webkit-tap-highlight-color:transparent;touch-action:manipulation}
button.quiet{width:auto;min-height:44px;padding:4px 8px;color:var(--sp-text-2);background:none;font-size:.8125rem;line-height:1.125rem;text-decoration:underline;text-underline-offset:3px}
.primary{background:var(--sp-accent);color:var(--sp-on-accent)}
.secondary{background:var(--sp-bg);color:var(--sp-text);border-color:var(--sp-line-strong)}
button[aria-disabled=true]{cursor:default;background:var(--sp-surface);color:var(--sp-text-2);border-color:var(--sp-line)}
.hold span{position:relative}
.hold.held::before{content:'';position:absolute;inset:0;background:var(--sp-on-accent);opacity:.22;transform-origin:left;animation:hold 1s linear}
[dir=rtl] .hold.held::before{transform-origin:right}
@keyframes hold{from{transform:scaleX(0)}}
.secret{padding:14px;border:1px solid var(--sp-line-strong);border-radius:12px;background:var(--sp-surface);font:500 .9375rem/1.5rem var(--mono);overflow-wrap:anywhere;direction:ltr;text-align:start;user-select:all;-webkit-user-select:all}
.words{columns:2;column-gap:16px;list-style-position:inside;user-select:text;-webkit-user-select:text}
.words li{break-inside:avoid;padding-block:3px}
.words li::marker{color:var(--sp-text-2);font-size:.75rem}
.rights{margin:0;padding-inline-start:20px;display:flex;flex-direction:column;gap:6px;font-size:.875rem;line-height:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}
:focus-visible{outline:2px solid var(--sp-accent);outline-offset:2px}
.spoken{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media print{body{display:none}}
@media (prefers-reduced-motion:reduce){.hold.held::before{animation:none}}
@media (forced-colors:active){.secret,.address,.notice{border:1px solid CanvasText}}
`
