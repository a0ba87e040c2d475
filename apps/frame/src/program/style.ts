/** What the page adds to the styles of the approval page. */
export const programStyle = `
.card.wide{width:424px}
.who .said{font-weight:600}
.who .print{font:500 .875rem/1.25rem var(--mono,ui-monospace,monospace);letter-spacing:.02em}
.card .facts{margin:0}
.caution{display:flex;gap:8px;align-items:flex-start;margin:0;padding:10px 12px;border-radius:12px;background:color-mix(in srgb,var(--sp-warning) 10%,var(--sp-bg));font-size:.8125rem;line-height:1.125rem}
.caution .icon{flex:none;margin-top:1px;color:var(--sp-warning)}
.card fieldset{display:flex;flex-direction:column;gap:8px;margin:0;padding:0;border:0;min-width:0}
.card legend{padding:0 0 6px;font-size:.8125rem;line-height:1.125rem;color:var(--sp-text-2)}
.pick{position:relative;display:grid;grid-template-columns:1fr 20px;gap:2px 12px;align-items:center;min-height:52px;padding:10px 14px;border:1px solid var(--sp-line-strong);border-radius:12px;cursor:pointer}
.pick small{grid-column:1;color:var(--sp-text-2);font-size:.8125rem;line-height:1.125rem}
.pick input{grid-column:2;grid-row:1/span 2;width:20px;height:20px;margin:0;accent-color:var(--sp-accent)}
.pick:has(:checked){border-color:var(--sp-accent);box-shadow:inset 0 0 0 1px var(--sp-accent)}
.pick:has(:focus-visible){outline:2px solid var(--sp-accent);outline-offset:2px}
.pick input:focus-visible{outline:none}
.pick b{font-weight:500}
.pays{display:flex;flex-direction:column;gap:12px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.segments{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:6px}
.segments label{position:relative;display:grid;place-items:center;min-height:44px;padding:4px 6px;border:1px solid var(--sp-line-strong);border-radius:12px;font-size:.8125rem;line-height:1.125rem;text-align:center;cursor:pointer}
.segments input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
.segments label:has(:checked){border-color:var(--sp-accent);box-shadow:inset 0 0 0 1px var(--sp-accent);font-weight:500}
.segments label:has(:focus-visible){outline:2px solid var(--sp-accent);outline-offset:2px}
.field select,.field textarea{width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--sp-line-strong);border-radius:12px;background:var(--sp-bg);color:var(--sp-text);font:inherit;font-size:1rem;line-height:1.5rem}
.field select:focus,.field textarea:focus{outline:2px solid var(--sp-accent);outline-offset:1px;border-color:var(--sp-accent)}
.field .address{color:var(--sp-text)}
.field textarea{min-height:80px;resize:vertical;direction:ltr;font:400 .8125rem/1.25rem var(--mono,ui-monospace,monospace)}
.field input.amount{font-size:1.25rem;line-height:1.75rem;text-align:start;font-variant-numeric:tabular-nums;direction:ltr}
.field input.letters{font-size:1.5rem;line-height:2rem;letter-spacing:.16em;text-align:center;text-transform:uppercase;direction:ltr;font-family:var(--mono,ui-monospace,monospace)}
.rights{display:flex;flex-direction:column;gap:8px;margin:0;padding:12px 14px;border:1px solid var(--sp-line);border-radius:12px;list-style:none;font-size:.875rem;line-height:1.25rem}
.rights h2{margin:0;font-size:.8125rem;line-height:1.125rem;font-weight:500;color:var(--sp-text-2)}
.rights ul{display:flex;flex-direction:column;gap:6px;margin:0;padding:0;list-style:none}
.rights li{display:grid;grid-template-columns:16px 1fr;gap:10px}
.rights li::before{content:'';width:6px;height:6px;margin:7px 5px;border-radius:50%;background:var(--sp-success)}
.rights.not li::before{border-radius:0;height:2px;margin-top:9px;background:var(--sp-text-2)}
.rights .ends{font-weight:600}
.card .hold{position:relative;overflow:hidden;min-height:48px;padding:13px 16px;border:1px solid transparent;border-radius:12px;background:var(--sp-accent);color:var(--sp-on-accent);font:inherit;font-weight:500;line-height:1.25rem;cursor:pointer;user-select:none;-webkit-user-select:none;touch-action:manipulation}
.card .hold[aria-disabled=true]{cursor:default;background:var(--sp-surface);color:var(--sp-text-2);border-color:var(--sp-line)}
.hold span{position:relative}
.hold.held::before{content:'';position:absolute;inset:0;background:var(--sp-on-accent);opacity:.22;transform-origin:left;animation:hold 1s linear}
[dir=rtl] .hold.held::before{transform-origin:right}
@keyframes hold{from{transform:scaleX(0)}}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.status{margin:0;font-size:.8125rem;line-height:1.125rem;text-align:center;color:var(--sp-text-2)}
.status:empty{display:none}
[hidden]{display:none!important}
@media (max-width:479.9px){.card.wide{width:100%}}
@media (prefers-reduced-motion:reduce){.hold.held::before{animation:none}}
`
