/** What pages that stand alone add to the styles of the confirmation and of the wallet's pages: a ground, and a card for everything but a request. */
export const cardStyle = `
html,body{min-height:100%;background:var(--sp-surface)}
html{color-scheme:var(--scheme)}
body{display:grid;min-height:100dvh;margin:0;padding:16px;place-items:center;color:var(--sp-text);
font:400 .9375rem/1.375rem system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif;-webkit-font-smoothing:antialiased}
.veil{display:none}
.card{display:flex;flex-direction:column;gap:16px;width:376px;max-width:100%;padding:24px;border-radius:20px;background:var(--sp-bg);box-shadow:var(--sp-shadow)}
.card h1{text-align:center}
.card .hero{align-self:center;margin:0}
.card .help{text-align:center}
.card form{display:flex;flex-direction:column;gap:12px}
.field{display:flex;flex-direction:column;gap:6px;font-size:.8125rem;line-height:1.125rem;color:var(--sp-text-2)}
.field input{width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--sp-line-strong);border-radius:12px;background:var(--sp-bg);color:var(--sp-text);font:inherit;font-size:1rem;line-height:1.5rem}
.field input:focus{outline:2px solid var(--sp-accent);outline-offset:1px;border-color:var(--sp-accent)}
.field input.code{font-size:1.5rem;line-height:2rem;letter-spacing:.3em;text-align:center;font-variant-numeric:tabular-nums;direction:ltr}
.card .button{width:100%;text-align:center}
.card .quiet{min-height:44px;border:0;background:none;color:var(--sp-text-2);font:inherit;font-size:.8125rem;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.problem{display:flex;gap:8px;align-items:flex-start;color:var(--sp-danger);font-size:.8125rem;line-height:1.125rem}
.problem:empty{display:none}
.or{display:flex;align-items:center;gap:12px;margin:0;font-size:.8125rem;line-height:1.125rem;color:var(--sp-text-2)}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--sp-line)}
.providers{display:grid;gap:8px}
.providers.many{grid-template-columns:1fr 1fr}
.busy{color:var(--sp-text-2);text-align:center}
@media (max-width:479.9px){body{padding:0;place-items:end stretch}.card{width:100%;border-radius:20px 20px 0 0;padding:24px 20px calc(24px + env(safe-area-inset-bottom))}}
@media (forced-colors:active){.card{border:1px solid CanvasText}}
`
