import { isCalled } from './request-form.ts'

/** Whether a body of the user's own has a place for a published member: in braces, or under one of its names. */
export const saysInOwnBody = (template: unknown, name: string): boolean =>
  [...(JSON.stringify(template) ?? '').matchAll(/\{(\w+)\}|"(\w+)":/g)].some(([, mark, key]) =>
    isCalled(mark ?? key ?? '', name),
  )

/** Whether a member of a body of the user's own is a permission for every assignment: which there are is the target's own. */
export const isGivenPermission = (name: string, value: unknown): boolean =>
  isCalled(name, 'permission') && /^(?:string|number)$/.test(typeof value) && marksIn(value).length === 0

/** What a body of the user's own has in braces. */
export const marksIn = (body: unknown): readonly string[] =>
  [...(JSON.stringify(body) ?? '').matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)

/** Whether it stands for one rule alone. */
export const isOneRule = (mark: string): boolean => /^(?:rule|pattern|regex)$/.test(mark)
