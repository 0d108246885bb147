import { type EndpointFact, lifecycle } from '../../../contracts/lifecycle.ts'
import { replacementOf } from '../../../engine/scan/replacement.ts'

const code = (text: string): string => `\`${text}\``

const rowOf = (fact: EndpointFact): string => {
  const replacement = replacementOf(fact)
  const use =
    replacement === null
      ? 'no replacement is named'
      : `${code(`${replacement.method} ${replacement.path}`)} (${replacement.operation})`
  const route = fact.method === '*' ? fact.path : `${fact.method} ${fact.path}`
  return `| ${code(route)} | ${fact.state} ${fact.since} | ${use} |`
}

/** docs/clients.md with its table of old routes as the lifecycle data have them. */
export const clientsPage = (page: string): string => {
  const table = ['| route | since | use instead |', '|---|---|---|', ...lifecycle.endpoints.map(rowOf)].join('\n')
  return page.replace(
    /(<!-- old routes -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  )
}
