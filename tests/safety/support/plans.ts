/** Hubs that the plan of a run is compared on with what is really sent. The page on reliability is generated from this table. */
export const planned = {
  variants: [
    'plain',
    'layout',
    'numeric-ids',
    'bare-arrays',
    'cursors',
    'late',
    'expires-null',
    'gateway-401',
    'no-documents',
    'rate-limited',
    'prefix',
  ],
  odd: ['shows no labels', 'answers 500 to a creation and carries it out', 'carries out each creation three times'],
} as const
