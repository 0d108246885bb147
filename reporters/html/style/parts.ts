/** The parts of the page, in the order in which they stand. */
export const parts = `
.sign { flex: none; width: 1rem; height: 1rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; vertical-align: -.1875em; }
.verdict { display: inline-flex; align-items: center; gap: .25rem; padding: 0 .5rem 0 .25rem; border-radius: 3px; font: 600 .75rem/1.5rem var(--sans); white-space: nowrap; background: var(--aside-bg); }
.v-pass { color: var(--pass); } .v-fail, .v-error { color: var(--fail); } .v-inconclusive, .v-untestable { color: var(--open); } .v-not-applicable, .v-not-selected { color: var(--aside); }
.verdict.v-pass { background: var(--pass-bg); } .verdict.v-fail, .verdict.v-error { background: var(--fail-bg); } .verdict.v-inconclusive, .verdict.v-untestable { background: var(--open-bg); }
.level { font: 600 .6875rem/1.5rem var(--sans); letter-spacing: .05em; color: var(--soft); }
.l-must { color: var(--ink); }
.unseen { color: var(--open); background: var(--open-bg); border-radius: 2px; outline: 1px solid color-mix(in srgb, currentColor 30%, transparent); }
.more > summary { display: inline-block; padding: .125rem 0; color: var(--link); font-size: .875rem; }
.more > summary::before { content: "+"; display: inline-block; width: 1.1em; font-family: var(--mono); }
.more[open] > summary::before { content: "\\2212"; }
.more > summary { list-style: none; } .more > summary::-webkit-details-marker { display: none; }

.panels { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.5rem; align-items: start; }
.panels.single { grid-template-columns: minmax(0, 1fr); }
.panel { padding: 1.25rem 1.375rem 1.375rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }
.panel h2 { font-size: 1.1875rem; margin-bottom: .5rem; }
.panel > .more { margin-top: .75rem; }
.findings > li { padding: .75rem 0; border-top: 1px solid var(--line); font-size: .9375rem; overflow-wrap: anywhere; }
.findings > li:last-child { padding-bottom: 0; }
.p-fail .findings > li { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); }
.gate { margin-bottom: 1.5rem; } .gate .findings > li { display: block; }
.findings .title { font-weight: 600; } .findings .title + .title { margin-top: .4rem; font-weight: inherit; } .panel h3 { margin-top: 1rem; }
.findings strong { font-weight: 600; }
.why .verdict { margin: 0 .25rem .25rem 0; } .why strong { display: block; } .option { white-space: nowrap; font-size: .9375em; } pre .option { font-size: inherit; }
.findings .quiet { font-size: .8125rem; }
.ids { padding: .25rem 0 0 1.1em; font-size: .875rem; }
.ids li { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: center; padding: .0625rem 0; }

table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; font-size: .8125rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--soft); border-color: var(--strong); }
.matrix tbody th { font: 400 .875rem/1.5 var(--mono); }
.matrix td { width: 27%; font-size: .875rem; }
.matrix tfoot th, .matrix tfoot td { border-bottom: 0; border-top: 1px solid var(--strong); }
.matrix .share { white-space: nowrap; } .matrix .sign { margin-right: .3125rem; }
.matrix .rest { font-size: .8125rem; white-space: nowrap; } .matrix .rest::before { content: "\\b7  "; color: var(--soft); }
.c-pass .sign { color: var(--pass); } .c-fail .sign { color: var(--fail); } .c-error .sign { color: var(--fail); } .c-inconclusive .sign, .c-untestable .sign { color: var(--open); } .c-not-applicable, .matrix .none { color: var(--aside); }
.scroll { max-width: 100%; overflow-x: auto; }
.plain { font-size: .875rem; }
.rows td { font: .75rem/1.5 var(--mono); overflow-wrap: anywhere; }
.rows td:last-child { min-width: 5rem; }

.map td { border: 0; padding: .75rem 0; }
.map thead th { padding-top: 0; } .map thead td { padding: 0; border-bottom: 1px solid var(--strong); }
.map tbody { border-bottom: 1px solid var(--line); }
.map .old { width: 47%; } .map .new { width: 40%; vertical-align: middle; }
.map .joint { position: relative; width: 13%; }
.joint.leads::after { content: ""; position: absolute; right: .375rem; top: calc(50% - .3125rem); border: .3125rem solid transparent; border-left: .5rem solid var(--soft); border-right: 0; }
.joint svg { position: absolute; inset: 0 .75rem 0 .5rem; width: calc(100% - 1.25rem); height: 100%; fill: none; stroke: var(--strong); stroke-width: 1.5; }
.joint path { vector-effect: non-scaling-stroke; } .joint .open-end { stroke-dasharray: 3 4; } .joint .j-pass { stroke: var(--pass-fill); } .joint .j-fail { stroke: var(--fail-fill); stroke-dasharray: 6 5; stroke-width: 2; } .joint .j-inconclusive, .joint .j-untestable, .joint .j-error { stroke: var(--open-fill); stroke-dasharray: 2 4; }
.endpoint b, .exchange b { font-weight: 600; } .endpoint { font-size: .9375rem; } .endpoint b { font-size: .75rem; letter-spacing: .03em; }
.map .quiet { font-size: .8125rem; } .map .status { font: 600 .8125rem var(--mono); }
.states { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .8125rem; }
.states li { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .375rem; min-width: 0; max-width: 100%; } .states a { min-width: 0; overflow-wrap: anywhere; }
.map .states { margin-top: .25rem; }

.timeline { border-left: 2px solid var(--line); margin-left: .375rem; }
.day { position: relative; padding: 0 0 1.5rem 1.5rem; }
.day::before { content: ""; position: absolute; left: -.4375rem; top: .3125rem; width: .75rem; height: .75rem; border-radius: 50%; background: var(--ground); border: 2px solid var(--soft); }
.day.now::before { background: var(--ink); border-color: var(--ink); }
.day.later { color: var(--soft); }
.here { font-size: .75rem; font-weight: 600; padding: .125rem .5rem; border-radius: 3px; background: var(--aside-bg); }
.events > li { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .125rem 1rem; padding: .3125rem 0; font-size: .9375rem; }
.events .states { grid-column: 2; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); } .events .states li { justify-content: space-between; } .kind { font-weight: 600; font-size: .8125rem; line-height: 1.6rem; }
.things code { font-size: .8125rem; }
.standing { display: grid; gap: .25rem; margin: .375rem 0 .625rem 1.1em; font-size: .8125rem; } .standing div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0 1rem; }
.standing dt { color: var(--soft); } .standing dd { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.day { display: flow-root; } .holds { margin-top: .25rem; } .holds .quiet { font-size: .8125rem; } .tallied { font-size: .875rem; margin-top: .125rem; }
.tallied > span { white-space: nowrap; margin-right: .75rem; } .tallied .sign { margin-right: .1875rem; }

.filters { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .625rem 1.5rem; align-items: center; padding: .75rem 0; margin-bottom: .5rem; background: var(--ground); border-bottom: 1px solid var(--line); font-size: .875rem; }
.filters fieldset { border: 0; display: flex; flex-wrap: wrap; gap: .25rem .875rem; min-width: 0; } .filters legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); color: var(--soft); }
.choice { display: inline-flex; align-items: center; gap: .25rem; min-height: 1.5rem; } .choice input { margin: 0; width: 1rem; height: 1rem; accent-color: var(--link); }
.field { display: flex; align-items: center; gap: .5rem; min-width: 0; max-width: 100%; } .field select { min-width: 0; max-width: 16rem; } .field label { color: var(--soft); }
.grow { flex: 1 1 14rem; } .grow input { flex: 1; min-width: 0; }
.outcome { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-left: auto; } .outcome output { font-weight: 600; margin-right: .5rem; }
.nothing { padding: 1.5rem 0; color: var(--soft); }
.suite h3 { font: 600 1rem/1.5 var(--mono); margin-bottom: .5rem; }

.requirement { border-top: 1px solid var(--line); scroll-margin-top: var(--sticky, 1rem); }
.suite .requirement:last-child { border-bottom: 1px solid var(--line); }
.requirement > summary { display: grid; grid-template-columns: 8.25rem minmax(0, 1fr) 3.5rem; gap: 0 .75rem; align-items: start; padding: .625rem 0; list-style: none; }
.requirement > summary::-webkit-details-marker { display: none; }
.requirement > summary .verdict { justify-self: start; }
.requirement > summary:hover .title { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
.requirement > summary .id { grid-column: 2; grid-row: 2; color: var(--soft); }
.requirement > summary .level { grid-column: 3; grid-row: 1; text-align: right; }
.requirement:target > summary, .requirement.here-now > summary { box-shadow: -.75rem 0 0 var(--ground), -.9375rem 0 0 var(--focus); }
.requirement > summary:focus-visible { box-shadow: none !important; }
.inside { padding: .5rem 0 1.75rem 9rem; }
.source blockquote { font-size: 1.0625rem; line-height: 1.5; padding-left: 1rem; border-left: 3px solid var(--strong); max-width: 70ch; overflow-wrap: anywhere; }
.source figcaption { margin-top: .375rem; padding-left: 1.1875rem; font-size: .8125rem; color: var(--soft); }
.group { margin-top: 1.125rem !important; }
.found { display: flex; gap: .625rem; align-items: baseline; font-size: .9375rem; margin-top: .5rem; } .found strong { font-weight: 600; overflow-wrap: anywhere; }
.found .verdict { align-self: flex-start; }
.cases { margin-top: .375rem; font-size: .875rem; }
.cases li { position: relative; display: flex; flex-wrap: wrap; gap: 0 .375rem; align-items: center; padding: .125rem 0 .125rem 1.375rem; } .cases .sign { position: absolute; left: 0; top: .3125rem; }
.g-pass .cases .sign { color: var(--pass); } .g-fail .cases .sign { color: var(--fail); } .g-untestable .cases .sign, .g-inconclusive .cases .sign { color: var(--open); }
.links { display: inline-flex; flex-wrap: wrap; gap: 0 .75rem; font-size: .8125rem; font-variant-numeric: tabular-nums; color: var(--soft); } .case { margin-right: .5rem; min-width: 0; overflow-wrap: anywhere; }
.number { font-size: .75rem; color: var(--soft); }
.next { margin-top: 1.25rem; max-width: 80ch; } .next ol { padding-left: 1.5rem; list-style: decimal; } .next li { margin-top: .375rem; }
.fix { margin-top: .875rem; padding: .625rem .75rem; border-left: 3px solid var(--ink); background: var(--sunk); max-width: 80ch; }
.findings .fix { margin: .5rem 0; }
.hint { margin-top: .375rem; font-size: .875rem; color: var(--soft); }
.inside > .label { margin-top: 1.25rem; }
.excerpt { margin-top: .75rem; } .excerpt figcaption { font-size: .8125rem; color: var(--soft); overflow-wrap: anywhere; }
.excerpt pre, .panes pre { background: var(--sunk); border-radius: 4px; padding: .625rem .75rem; }

.exchange { border: 1px solid var(--line); border-radius: 4px; margin-bottom: .375rem; background: var(--raised); scroll-margin-top: var(--sticky, 1rem); }
.exchange > summary { display: flex; flex-wrap: wrap; gap: 0 .625rem; align-items: baseline; padding: .375rem .75rem; font-size: .8125rem; list-style: none; }
.exchange > summary::-webkit-details-marker { display: none; }
.exchange .line { flex: 1 1 16rem; overflow-wrap: anywhere; } .exchange .arrow { color: var(--soft); } .exchange .aside { font-size: .75rem; color: var(--soft); }
.exchange.here-now, .exchange:target, tr:target { outline: 2px solid var(--focus); }
.panes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; padding: .375rem .75rem .75rem; }
.exchange > .label { padding: 0 .75rem; } .exchange > .curl, .exchange > .copyable { margin: 0 .75rem .75rem; } .exchange > .quiet { padding: 0 .75rem .75rem; font-size: .8125rem; }
.name, .note { color: var(--soft); } .note { display: block; font-style: italic; font-family: var(--sans); }
#run h3 { margin: 1.75rem 0 .5rem; } .list { font-size: .875rem; overflow-wrap: anywhere; } .list b { font-weight: 600; }
.words { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: .5rem 1.5rem; font-size: .875rem; } .words dd { color: var(--soft); }

@media (max-width: 60rem) {
  .inside { padding-left: 0; }
  .panels, .panes { grid-template-columns: minmax(0, 1fr); }
}
.plot { display: block; fill: none; stroke: var(--soft); stroke-width: 1.5; } .plot circle { fill: var(--ink); stroke: none; }
@media (max-width: 46rem) {
  .panel { padding: 1rem 1rem 1.125rem; }
  .requirement > summary { grid-template-columns: minmax(0, 1fr) auto; gap: .125rem .75rem; }
  .requirement > summary .title, .requirement > summary .id { grid-column: 1 / -1; grid-row: auto; }
  .requirement > summary .level { grid-column: 2; }
  .filters { position: static; }
  .outcome { margin-left: 0; }
  .events > li { grid-template-columns: minmax(0, 1fr); } .events .states { grid-column: 1; justify-content: start; } .events .states li { flex: none; }
  .map, .map thead, .map tr, .map td, .map th { display: block; } .map thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .map tbody { display: grid; padding: .75rem 0; } .map tbody tr { display: contents; } .map td { width: auto !important; padding: .375rem 0; }
  .map .joint { order: 1; padding: 0; height: 1.5rem; } .map .joint:not(.leads) { display: none; } .joint svg { display: none; }
  .joint.leads::before { content: ""; position: absolute; left: 1rem; top: 0; height: 1rem; border-left: 2px solid var(--soft); }
  .joint.leads::after { left: calc(1rem - .25rem); right: auto; top: 1rem; border: .3125rem solid transparent; border-top: .5rem solid var(--soft); border-bottom: 0; }
  .map .new { order: 2; padding-left: .75rem; border-left: 2px solid var(--strong); }
  .standing div { grid-template-columns: minmax(0, 1fr); } .found { display: block; } .found .verdict { display: flex; width: max-content; margin-bottom: .25rem; }
  .matrix, .matrix tbody, .matrix tfoot, .matrix tr { display: block; } .matrix thead { display: none; }
  .matrix tr { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0 .75rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .matrix th, .matrix td, .matrix tfoot th, .matrix tfoot td { width: auto; border: 0; padding: 0; } .matrix tbody th, .matrix tfoot th { grid-column: 1 / -1; }
  .matrix td::before { content: attr(data-level); display: block; font: 600 .6875rem/1.5rem var(--sans); letter-spacing: .05em; color: var(--soft); }
  .matrix .share { white-space: normal; }
  .matrix .rest { display: block; white-space: normal; font-size: .75rem; } .matrix .rest::before { content: ""; }
  .bound, .bound tbody, .bound tr, .bound td { display: block; } .bound thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .bound tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .bound td { padding: 0; border: 0; } .bound td:first-child { font-weight: 600; } .bound td:last-child { color: var(--soft); }
  .stacked, .stacked tbody, .stacked tr, .stacked th { display: block; } .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .stacked tbody th, .stacked td { padding: .125rem .75rem .125rem 0; border: 0; } .stacked td { display: inline-block; }
  .marks .wide { display: none; } .marks .verdict { font-size: 0; gap: 0; } .marks .sign { width: .875rem; height: .875rem; } .marks th, .marks td { padding-right: .375rem; }
  .copyable pre { padding: 2.25rem .75rem .75rem; }
  .filters { gap: .625rem 1rem; } .filters legend { position: static; width: auto; height: auto; clip-path: none; padding: 0; margin-bottom: .125rem; } .field { flex: 1 1 100%; } .field select, .field input { flex: 1; max-width: none; } .field label { min-width: 2.75rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: auto; } }
`
