import { badRequest, type Call, notFound } from './http.ts'
import type { Schema } from './validate.ts'

/** Published parameters of every paginated list. */
export const pageParameters = {
  page: { type: 'integer', minimum: 1, default: 1, description: 'Number of the page, counted from 1.' },
  page_size: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'Items of a page.' },
} as const satisfies Record<string, Schema>

const positive = (call: Call, name: string, fallback: number): number => {
  const text = call.query.get(name)
  if (text === null) return fallback
  if (!/^\d{1,400}$/.test(text) || /^0+$/.test(text)) {
    throw badRequest(`Invalid ${name}.`, { [name]: ['Must be a positive integer.'] })
  }
  return Number(text)
}

/** The requested window of a list; a larger `page_size` than 100 is answered with 100. */
export const windowOf = (call: Call, defaultSize = 10): { readonly page: number; readonly size: number } => ({
  page: positive(call, 'page', 1),
  size: Math.min(positive(call, 'page_size', defaultSize), 100),
})

/** One page of a list, with links made of the URL as it was received; 404 beyond the last page. */
export const paginate = <Item>(call: Call, items: readonly Item[]) => {
  const { page, size } = windowOf(call)
  const last = Math.max(1, Math.ceil(items.length / size))
  if (page > last) throw notFound('Page')
  const link = (target: number) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(target))
    url.searchParams.set('page_size', String(size))
    return url.href
  }
  return {
    count: items.length,
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: items.slice((page - 1) * size, page * size),
  }
}
