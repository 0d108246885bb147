import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readableBody } from '../../../reporters/html/exchange.ts'
import { html, marked, prose } from '../../../reporters/html/markup.ts'
import { shorten } from '../../../reporters/shared/bounds.ts'
import { reproduction } from '../../../reporters/shared/command.ts'
import { anyCharacters } from '../../support/any-characters.ts'
import { report } from '../fixtures/report.ts'
import { documents } from '../fixtures/reports.ts'

describe('the template', () => {
  test('escapes every value that is no markup, in text and in attributes', () => {
    expect(`${html`<p title="${'"\'<&'}">${'<b>'}${['&', html`<i>${'>'}</i>`]}</p>`}`).toBe(
      '<p title="&quot;&#39;&lt;&amp;">&lt;b&gt;&amp;<i>&gt;</i></p>',
    )
  })

  test('takes an object that pretends to be markup for text', () => {
    const pretender = { isEscaped: true, toString: () => '<b>' } as never
    expect(`${html`${pretender}`}`).toBe('&lt;b&gt;')
  })

  test('leaves out what is nothing, and writes zero', () => {
    expect(`${html`${null}${undefined}${false}${''}${0}`}`).toBe('0')
  })

  test('is never a promise and never markup, whatever the text', () => {
    fc.assert(
      fc.property(anyCharacters(), text => {
        expect(`${html`${text}`}`).not.toMatch(/[<>"']|[^\n\t\P{Cc}]/u)
        expect(`${html`${marked(text)}`}`.replace(/<\/?span( class="unseen")?>/g, '')).toBe(`${html`${text}`}`)
      }),
    )
  })

  test('tells code by its backticks, and a lone backtick from them', () => {
    expect(`${html`${prose('a `<b>` c ` d')}`}`).toBe('a <code>&lt;b&gt;</code> c ` d')
  })
})

describe('a body', () => {
  test('is broken into lines without a change to what was sent', () => {
    const body = '{"a":1.0,"a":12345678901234567890,"b":[],"c":{},"d":"\\u0041 {x}, [y]: \\"z\\"","e":[1,{"f":null}]}'
    expect(readableBody(body)).toBe(
      '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": [],\n  "c": {},\n  "d": "\\u0041 {x}, [y]: \\"z\\"",\n  "e": [\n    1,\n    {\n      "f": null\n    }\n  ]\n}',
    )
  })

  test('keeps every token of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), body => {
        expect(JSON.stringify(JSON.parse(readableBody(body)))).toBe(JSON.stringify(JSON.parse(body)))
      }),
    )
  })

  test('stays as it is where it is no JSON', () => {
    for (const body of ['', '<html>', '{broken', '[1,]', 'plain [text]']) expect(readableBody(body)).toBe(body)
  })

  test('is not cut within a character', () => {
    expect(shorten('ab\u{1f600}c', 3)).toEqual({ text: 'ab', left: 3 })
    expect(shorten('abc', 3)).toEqual({ text: 'abc', left: 0 })
  })
})

describe('the command line that asks again', () => {
  test('has the options of the run in the units of the command line', () => {
    const options = {
      target: 'https://hub.example.com/',
      timeout: 10_000,
      rate: 180,
      'allow-writes': true,
      only: ["it's/*"],
      header: ['X-Key'],
      insecure: true,
    }
    expect(reproduction(report([], { options }))).toBe(
      "hub-conformance --target https://hub.example.com/ --timeout 10000ms --rate 180/m \\\n  --allow-writes --only 'it'\\''s/*' --header 'X-Key: …' --insecure --seed 7",
    )
  })

  test('judges documents where there was no target', () => {
    expect(reproduction({ ...documents, options: { reference: 'openapi.yaml' } })).toBe(
      'hub-conformance check-docs --reference openapi.yaml',
    )
  })
})
