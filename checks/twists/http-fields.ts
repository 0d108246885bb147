import type { Twist } from '../../contracts/requirement.ts'
import { instead, type When } from './twist.ts'

/** Lets the server answer, then sets fields of what it answered; null takes one out. */
export const withFields = (
  when: When,
  fields: Readonly<Record<string, string | null>>,
  applies: (response: Response) => boolean = () => true,
): Twist =>
  instead(when, async (request, next) => {
    const response = await next(request)
    if (!applies(response)) return response
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(fields))
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  })

/** Whether an answer has that status. */
export const hasStatus =
  (status: number) =>
  (response: Response): boolean =>
    response.status === status
