const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a path is of a template: `/v2/{a}` takes one segment for each name in braces. */
export const templateMatcher = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map(escaped)
      .join('[^/]+')}$`,
  )

/** The path that follows the base URL of the target; nothing for what went elsewhere. */
export const pathBelow = (url: string, target: string | null): string | undefined => {
  const base = (target ?? '').replace(/\/+$/, '')
  return url.startsWith(`${base}/`) ? url.slice(base.length).replace(/[?#].*$/s, '') : undefined
}
