import { permitWrites, type WritePermission } from '../../engine/http/write-guard.ts'

/** Write permission for a handler in this process, at the origin that the test gives it. */
export const writesTo = async (url = 'http://hub.invalid'): Promise<WritePermission> => {
  const permission = await permitWrites({
    target: { handler: () => new Response(), url },
    allowed: true,
    proxied: false,
  })
  if (permission === null) throw new Error('not permitted')
  return permission
}
