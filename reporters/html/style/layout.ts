/** The page: type, rhythm, columns, and what every part shares. */
export const layout = `
* { box-sizing: border-box; }
html { font: 16px/1.55 var(--sans); background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; overflow-wrap: break-word; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, pre, fieldset { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3, h4 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h2 { font-size: 1.375rem; letter-spacing: -.012em; }
h3 { font-size: 1.0625rem; }
h4 { overflow-wrap: anywhere; font-size: .9375rem; line-height: 1.45; text-wrap: pretty; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .2em; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
code, pre, .id, .number, .path, .line { font-family: var(--mono); font-variant-ligatures: none; }
code, .id { font-size: .875em; overflow-wrap: anywhere; }
pre { font-size: .8125rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
summary { cursor: pointer; }
time { white-space: nowrap; }
[hidden] { display: none !important; }
.quiet { color: var(--soft); font-weight: 400; }
.lead { color: var(--soft); max-width: 68ch; }
.label { font: 600 .75rem/1.4 var(--sans); letter-spacing: .04em; color: var(--soft); margin: 0 0 .375rem; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sheet { position: absolute; width: 0; height: 0; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 9; padding: .5rem 1rem; background: var(--raised); border: 1px solid var(--strong); border-radius: 4px; }
.skip:focus { top: 1rem; }

.frame { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.head { margin-bottom: 2.5rem; }
main > section, .panels { margin-top: 3.5rem; }
main > :first-child { margin-top: 0; }
main h2 + .lead { margin: .25rem 0 1.25rem; }
section section { margin-top: 2rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .8125rem; }
.contents { margin-bottom: 2.5rem; font-size: .875rem; border-block: 1px solid var(--line); }
.contents ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.contents a { display: inline-block; padding: .625rem 0; color: var(--ink); text-decoration: none; }
.contents a:hover { text-decoration: underline; }

.eyebrow { font-size: .875rem; color: var(--soft); margin-bottom: 1.25rem; }
.insecure { margin-bottom: 1.5rem; padding: .875rem 1.125rem; border: 2px solid var(--fail-fill); background: var(--fail-bg); border-radius: 6px; }
.insecure strong { color: var(--fail); letter-spacing: .06em; margin-right: .5rem; }
.result h1 { font-size: 1rem; }
.stamp { display: inline-flex; align-items: center; gap: .5rem; font-size: 1.0625rem; padding: .25rem .75rem .25rem .5rem; border-radius: 999px; }
.stamp .sign { width: 1.25rem; height: 1.25rem; }
.r-conformant .stamp { color: var(--pass); background: var(--pass-bg); }
.r-non-conformant .stamp { color: var(--fail); background: var(--fail-bg); }
.r-incomplete .stamp { color: var(--open); background: var(--open-bg); }
.headline { display: block; margin: .875rem 0 .375rem; font-size: clamp(1.75rem, 5.2vw, 2.75rem); line-height: 1.12; letter-spacing: -.024em; }
.result .lead { font-size: 1.0625rem; }
.grades { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1.5rem 2.25rem; margin: 2rem 0 0; }
.grade-name { font-size: .875rem; }
.grade-share { margin: .125rem 0 .5rem; font-variant-numeric: tabular-nums; }
.grade-share b { font-weight: 600; }
.bar { display: block; width: 100%; height: .5rem; border-radius: 2px; background: var(--aside-bg); }
.b-pass { fill: var(--pass-fill); } .b-fail, .b-error { fill: var(--fail-fill); } .b-inconclusive, .b-untestable { fill: var(--open-fill); }
.tally { display: flex; flex-wrap: wrap; gap: .125rem 1rem; margin-top: .5rem; font-size: .8125rem; font-variant-numeric: tabular-nums; }
.tally li { display: inline-flex; align-items: center; gap: .25rem; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 2.25rem; margin-top: 2rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.facts dt { font-size: .8125rem; color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
.reproduce { margin-top: 1.5rem; }
.command, .curl { background: var(--sunk); border: 1px solid var(--line); border-radius: 4px; padding: .75rem .875rem; }
.reproduce .quiet { margin-top: .375rem; font-size: .8125rem; }
.copyable { position: relative; }
.copyable pre { padding-right: 4.5rem; }
.copy { position: absolute; top: .4375rem; right: .4375rem; }
button, select, input[type=search] { font: inherit; font-size: .875rem; color: inherit; background: var(--raised); border: 1px solid var(--strong); border-radius: 4px; padding: .25rem .625rem; min-height: 2rem; }
button { cursor: pointer; }
button:hover { border-color: var(--soft); }
.copy { min-height: 1.625rem; padding: 0 .5rem; font-size: .75rem; }

@media (max-width: 46rem) {
  html { font-size: 15px; }
  .frame { padding: 1.5rem 1rem 3rem; }
  .grades { grid-template-columns: 1fr; gap: 1.25rem; }
  .facts { gap: .875rem 1.75rem; }
  .contents ul { gap: 0 1.125rem; }
  main > section, .panels { margin-top: 2.75rem; }
}
`

/**
 * What is a line on paper, unless a reader unfolded it: the exchanges of what passed or does not apply are hundreds of pages, and what failed
 * or is open would be lost in them.
 */
export const keptFolded =
  ':is(.requirement:is([data-verdict=pass],[data-verdict=not-applicable],[data-verdict=not-selected]) .exchange,.on-request):not([open])'

/** On paper: black on white, everything unfolded but the exchanges of what passed or does not apply, and nothing to press. */
export const print = `
@media print {
  :root { --ground: #fff; --raised: #fff; --sunk: #f6f6f6; --line: #d5d5d5; --strong: #aaa; --ink: #000; --soft: #444; --link: #000;
    --pass: #0b4a2b; --fail: #8c1410; --open: #5e3b00; --aside: #444; --pass-bg: #fff; --fail-bg: #fff; --open-bg: #fff; --aside-bg: #f0f0f0;
    color-scheme: light; }
  @page { margin: 16mm 14mm; }
  html { font-size: 10pt; }
  .frame { max-width: none; padding: 0; }
  .contents, .skip, .filters, .copy { display: none !important; }
  .copyable pre { padding-right: .875rem; }
  .inside { padding-left: 0; }
  .requirement > summary { padding: .3125rem 0; } .suite > h3 + .requirement { break-before: avoid; } footer { margin-top: 1rem; }
  .scroll { overflow: visible; } .matrix tfoot { display: table-row-group; }
  h2, h3, h4, .lead, .found, summary { break-after: avoid; }
  .lead, .findings > li, .events > li, .fix, .map tbody, .source, .matrix tr, .plain tr { break-inside: avoid; }
  .verdict, .stamp { border: 1px solid currentColor; }
  .bar, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details:not(${keptFolded})::details-content { content-visibility: visible; block-size: auto; }
}
`
