import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { htmlOfRecords } from '../data.ts'

/** What stands below a key or a place in a list. */
export type Members = Map<string | number, Data>

/** A part of structured text: a single value, an object or, where its keys are numbers, a list. */
export interface Data {
  readonly line: number
  readonly value: string | number | bigint | boolean | Members
}

const placed = <N extends Node>(node: N, line: number): N => Object.assign(node, { range: [line, line, line] })

const nodeOf = ({ line, value }: Data): Node => {
  if (!(value instanceof Map)) return placed(new Scalar(value), line)
  const members = [...value]
  if (typeof members[0]?.[0] === 'number') {
    const list = new YAMLSeq()
    list.items = members.map(([, item]) => nodeOf(item))
    return placed(list, line)
  }
  const object = new YAMLMap()
  object.items = members.map(([key, item]) => new Pair(placed(new Scalar(key), item.line), nodeOf(item)))
  return placed(object, line)
}

/** The members of a source as HTML, each on its line. */
export const htmlOfMembers = (members: Members): string =>
  htmlOfRecords(nodeOf({ line: 1, value: members }), line => line)
