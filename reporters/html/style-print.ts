/** On paper: black on white, what failed or stayed open unfolded with its evidence, and nothing to press. */
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
  .excerpt pre, .panes pre { max-height: none; overflow: visible; }
  .scroll { overflow: visible; }
  h2, h3, h4, .lead, .found, summary { break-after: avoid; }
  .lead, .day, .findings > li, .map tbody, .source, .matrix tr { break-inside: avoid; }
  .verdict, .stamp { border: 1px solid currentColor; }
  .bar, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .requirement:is([data-verdict=fail], [data-verdict=error], [data-verdict=inconclusive], [data-verdict=untestable])::details-content { content-visibility: visible; block-size: auto; }
  .p-open .more::details-content { content-visibility: visible; block-size: auto; }
  .requirement:not([open]):is([data-verdict=pass], [data-verdict=not-applicable], [data-verdict=not-selected]) { break-inside: avoid; }
}
`
