import { layout, print } from './layout.ts'
import { parts } from './parts.ts'

/** Colours by what they mean. Every pair of text and ground keeps a contrast of 4.5 to 1 or more. */
const light = `
  --ground: #fbfbfa; --raised: #ffffff; --sunk: #f3f4f3; --line: #e0e2e1; --strong: #c4c9c7;
  --ink: #1b1f22; --soft: #565f66; --link: #1d4f91; --focus: #2563eb;
  --pass: #17653f; --pass-bg: #e8f3ec; --pass-fill: #3c9566;
  --fail: #a8201a; --fail-bg: #fbeae8; --fail-fill: #c8413a;
  --open: #7d4f00; --open-bg: #fbf1dc; --open-fill: #d59a2d;
  --aside: #586168; --aside-bg: #eceeed;`

const dark = `
  --ground: #131618; --raised: #1a1e21; --sunk: #0f1113; --line: #2b3135; --strong: #454d53;
  --ink: #e4e7e9; --soft: #a0a9b0; --link: #8db8f2; --focus: #6ea8ff;
  --pass: #74cf9c; --pass-bg: #15291f; --pass-fill: #3f9a6b;
  --fail: #ff9c94; --fail-bg: #331a19; --fail-fill: #d9544c;
  --open: #e9bd66; --open-bg: #2d2414; --open-fill: #bd8a2c;
  --aside: #a3abb1; --aside-bg: #24292d;`

/** The whole style. It stands in the page as it is, under a hash. */
export const style = `
:root {${light}
  color-scheme: light dark;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) { :root {${dark} } }
${layout}${parts}${print}`
