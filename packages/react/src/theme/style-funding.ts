/** Parts of the screens that add money only. Loaded with them. */
export const fundingStyle = `
.sum{display:flex;align-items:baseline;justify-content:center;gap:8px;min-height:56px;padding:8px 4px;border-radius:var(--sp-radius-control);cursor:text}
.sum input{flex:0 1 auto;min-width:1ch;max-width:100%;padding:0;border:0;background:none;color:var(--sp-text);font:inherit;font-size:calc(34*var(--sp-px));line-height:calc(40*var(--sp-px));font-weight:600;letter-spacing:-.02em;text-align:end;font-variant-numeric:tabular-nums;field-sizing:content;outline:0}
.sum:focus-within{box-shadow:0 0 0 3px color-mix(in srgb,var(--sp-accent-text) 20%,transparent)}
.sum.wrong{box-shadow:0 0 0 2px var(--sp-danger)}
.sum .unit{font-size:calc(20*var(--sp-px));line-height:calc(28*var(--sp-px));font-weight:500;color:var(--sp-text-2)}
.picks{display:grid;grid-template-columns:repeat(auto-fit,minmax(88px,1fr));gap:8px;margin-top:12px}
.picks:is(fieldset){margin:0;padding:0;border:0}
.pick[aria-pressed=true]{border-color:var(--sp-accent-text);box-shadow:inset 0 0 0 1px var(--sp-accent-text)}
.pick{min-height:44px;padding:6px 8px;border:1px solid var(--sp-line-strong,var(--sp-line));border-radius:var(--sp-radius-small);background:none;color:var(--sp-text);font:inherit;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));cursor:pointer;overflow-wrap:anywhere}
.pick:hover{background:var(--sp-surface)}
.worth.centre{justify-content:center}
.expiry{display:flex;align-items:center;justify-content:center;gap:8px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2);font-variant-numeric:tabular-nums}
.expiry svg{width:18px;height:18px;transform:rotate(-90deg)}
.expiry circle{fill:none;stroke:currentColor;stroke-width:2.5}
.expiry circle:first-child{opacity:.25}
`
