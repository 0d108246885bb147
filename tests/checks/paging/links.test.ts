import { expect, it } from 'vitest'
import { linksOf } from '../../../checks/http/links.ts'

it.each([
  ['<https://hub.test/a>; rel=next', [{ target: 'https://hub.test/a', relations: ['next'] }]],
  ['<>; rel=self', [{ target: '', relations: ['self'] }]],
  ['</a> ; rel = "Next  Last" ; title="b"', [{ target: '/a', relations: ['next', 'last'] }]],
  ['</a>; REL=next; Anchor="/b"', [{ target: '/a', relations: ['next'], anchor: '/b' }]],
  ['</a>; rel=next; anchor=b; anchor=c', [{ target: '/a', relations: ['next'], anchor: 'b' }]],
  ['</a>; rel=first; rel=second', [{ target: '/a', relations: ['first'] }]],
  ['</a>; rel=next; anchor', [{ target: '/a', relations: ['next'] }]],
  ['</a>; rel=next;', [{ target: '/a', relations: ['next'] }]],
  ['</a>; nonrel=a; rels=b; rel=next; anchors=c; x-anchor=d', [{ target: '/a', relations: ['next'] }]],
  [String.raw`</a>; title="\"; rel=\"a"; rel=next`, [{ target: '/a', relations: ['next'] }]],
  ['</a>; crossorigin; rel=next', [{ target: '/a', relations: ['next'] }]],
  [
    '</a,b>; rel=next, </c>; rel="prev"',
    [
      { target: '/a,b', relations: ['next'] },
      { target: '/c', relations: ['prev'] },
    ],
  ],
] as const)('reads %s', (value, links) => {
  expect(linksOf(value)).toStrictEqual(links)
})

it.each([
  '',
  'https://hub.test/a; rel=next',
  'x</a>; rel=next',
  '</a>; rel=next x',
  '</a> rel=next',
  '</a>',
  '</a>; title="b"',
  '</a>; rel',
  '</a>; rel=next; "b"',
  '</a>; rel=""',
  '</a>; rel=" "',
  '</a b>; rel=next',
  '</a|b>; rel=next',
  '</a>; rel=next, b',
  '</a>; rel="next',
])('takes for malformed: %s', value => {
  expect(linksOf(value)).toBeUndefined()
})
