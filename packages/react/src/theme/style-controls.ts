/** Buttons, fields and rows. */
export const controlStyle = `
.button{position:relative;display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:48px;width:100%;padding:13px 16px;border:1px solid transparent;
border-radius:var(--sp-radius-control);font-weight:500;font-size:calc(15*var(--sp-px));line-height:calc(20*var(--sp-px));cursor:pointer;text-align:center;text-decoration:none;
-webkit-tap-highlight-color:transparent;user-select:none;transition:background-color 120ms,border-color 120ms,opacity 120ms}
.button.primary{background:var(--sp-accent);color:var(--sp-on-accent)}
.button.primary:hover{background:color-mix(in srgb,var(--sp-accent) 90%,var(--sp-text))}
.button.primary:active{background:color-mix(in srgb,var(--sp-accent) 82%,var(--sp-text))}
.button.secondary{border-color:var(--sp-line-strong);background:var(--sp-bg);color:var(--sp-text)}
.button.secondary:hover{background:var(--sp-surface)}
.button.secondary:active{background:var(--sp-line)}
.button:disabled,.button[aria-disabled=true]{cursor:default;pointer-events:none}
.button.primary:disabled{background:var(--sp-surface);color:var(--sp-text-2);border-color:var(--sp-line)}
.button.secondary:disabled{opacity:.55}
.button.busy .label{visibility:hidden}
.button .spin{position:absolute}
.quiet{display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:44px;min-height:44px;padding:0 8px;margin:0 -8px;border:0;border-radius:var(--sp-radius-small);background:none;
font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:500;color:var(--sp-text-2);cursor:pointer;text-decoration:none}
.quiet:hover{color:var(--sp-text)}
.quiet:disabled{cursor:default;color:var(--sp-text-2);font-weight:400}
.quiet.strong{color:var(--sp-accent-text)}
.icon-button{display:grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:var(--sp-radius-control);background:none;color:var(--sp-text-2);cursor:pointer;-webkit-tap-highlight-color:transparent}
.icon-button:hover{color:var(--sp-text);background:var(--sp-surface)}
.icon-button:focus-visible{outline-offset:-2px}
.icon{display:block;flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.icon.small{width:16px;height:16px;stroke-width:2}
.icon.large{width:28px;height:28px;stroke-width:1.6}
[dir=rtl] .icon.directed{transform:scaleX(-1)}
.spin{width:20px;height:20px;border-radius:50%;border:2px solid currentColor;border-block-start-color:transparent;border-inline-end-color:transparent;opacity:.9;animation:turn 800ms linear infinite!important}
@keyframes turn{to{transform:rotate(1turn)}}
.field{display:flex;flex-direction:column;gap:8px}
.box{display:flex;align-items:center;gap:12px;height:48px;padding-inline:14px;border:1px solid var(--sp-field);border-radius:var(--sp-radius-control);background:var(--sp-bg);
color:var(--sp-text-2);transition:border-color 120ms,box-shadow 120ms;cursor:text}
.box input{flex:1;min-width:0;height:100%;border:0;padding:0;background:none;outline:none;font-size:calc(16*var(--sp-px));line-height:calc(22*var(--sp-px));color:var(--sp-text)}
.box input::placeholder{color:var(--sp-text-2);opacity:1}
.box:focus-within{border-color:var(--sp-accent-text);box-shadow:0 0 0 3px color-mix(in srgb,var(--sp-accent-text) 20%,transparent)}
.box.wrong{border-color:var(--sp-danger)}
.box.wrong:focus-within{box-shadow:0 0 0 3px color-mix(in srgb,var(--sp-danger) 18%,transparent)}
.problem{display:flex;gap:6px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-danger);text-align:start}
.problem .icon{margin-top:1px}
.rows{display:flex;flex-direction:column;gap:8px}
.row{display:flex;align-items:center;gap:12px;width:100%;min-height:52px;padding:5px 14px;border:1px solid var(--sp-line);border-radius:var(--sp-radius-control);background:none;cursor:pointer;text-align:start;
font-weight:500;line-height:calc(20*var(--sp-px));-webkit-tap-highlight-color:transparent;transition:background-color 120ms}
.row:hover{background:var(--sp-surface)}
.row:disabled{cursor:default;opacity:.6}
.row .mark{display:grid;place-items:center;width:24px;color:var(--sp-text-2)}
.row .name{display:grid;flex:1;justify-items:start}
.row .detail{display:block;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400;color:var(--sp-text-2);unicode-bidi:plaintext;text-align:start}
.last-login{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.pill{padding:1px 8px;border-radius:999px;background:var(--sp-surface);color:var(--sp-text)}
.row .note,.note{font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));font-weight:400;color:var(--sp-text-2)}
.or{display:grid;grid-template-columns:1fr auto 1fr;gap:12px;align-items:center;font-size:calc(13*var(--sp-px));line-height:calc(18*var(--sp-px));color:var(--sp-text-2)}
.or::before,.or::after{content:'';border-top:1px solid var(--sp-line)}
.check{display:flex;gap:12px;align-items:flex-start;padding:12px 0;cursor:pointer;text-align:start}
.check input{appearance:none;flex:none;width:20px;height:20px;margin:1px 0;border:1.5px solid var(--sp-field);border-radius:6px;display:grid;place-items:center;cursor:pointer;background:var(--sp-bg)}
.check input:checked{background:var(--sp-accent);border-color:var(--sp-accent)}
.check input:checked::after{content:'';width:10px;height:5px;margin-top:-3px;border:solid var(--sp-on-accent);border-width:0 0 2px 2px;transform:rotate(-45deg)}
.link{color:var(--sp-text);text-decoration:underline;text-decoration-color:var(--sp-line-strong);text-underline-offset:3px;border-radius:2px}
button.inline{display:inline-block;min-width:44px;text-align:start;position:relative;border:0;padding:0;background:none;font:inherit;cursor:pointer}
button.inline::after{content:"";position:absolute;inset:-12px -4px}
.link:hover{text-decoration-color:currentColor}
.skeleton{display:block;border-radius:var(--sp-radius-small);background:var(--sp-line);animation:breathe 1.6s ease-in-out infinite!important}
@keyframes breathe{50%{opacity:.5}}
@media (prefers-reduced-motion:reduce){.skeleton{animation:none!important}.spin{animation-duration:1.6s!important}}
@media (forced-colors:active){.button.primary{forced-color-adjust:none;background:ButtonText;color:ButtonFace}
.button.primary:disabled{forced-color-adjust:auto;border-color:GrayText;color:GrayText}
.box:focus-within{outline:2px solid Highlight;outline-offset:1px}.check input:checked{background:Highlight}.check input:checked::after{border-color:HighlightText}.skeleton{border:1px solid GrayText}}
`
