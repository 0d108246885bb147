import { badRequest, type Call, type Reply, type Route } from '../http.ts'
import { repositoryFor } from '../permissions.ts'
import { compile, RegexError } from '../regex.ts'
import { record, timestamp } from '../store.ts'
import { repositoryInfo } from './repositories.ts'

/** Compiled rule, or 400 on the named field. */
const ruleOf = (text: string, field: string): ((tag: string) => boolean) => {
  try {
    return compile(text)
  } catch (error) {
    if (!(error instanceof RegexError)) throw error
    throw badRequest('Invalid regular expression.', { [field]: [error.message] })
  }
}

const update = (call: Call): Reply => {
  const repository = repositoryFor(call, 'admin')
  const { store, body } = call
  const rules = body.immutable_tags_rules as readonly string[]
  rules.forEach((rule, at) => {
    ruleOf(rule, `immutable_tags_rules[${at}]`)
  })
  repository.immutableTags = { enabled: body.immutable_tags === true, rules: [...rules] }
  repository.updatedAt = timestamp(store)
  const name = `${repository.namespace}/${repository.name}`
  record(store, {
    account: repository.namespace,
    action: 'repo.immutable.tags.updated',
    name,
    actor: call.principal?.name ?? '',
    data: { enabled: String(repository.immutableTags.enabled), rules: rules.join(', ') },
    description: `updated the tag immutability of the repository ${name}`,
  })
  return { status: 200, body: repositoryInfo(call, repository) }
}

const verify = (call: Call): Reply => {
  const repository = repositoryFor(call, 'admin')
  const matches = ruleOf(String(call.body.regex), 'regex')
  return { status: 200, body: { tags: repository.tags.map(({ name }) => name).filter(matches) } }
}

const shared = { tag: 'repositories', auth: 'required', failures: [403] } as const
const path = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags'

export const immutableTagRoutes: readonly Route[] = [
  {
    ...shared,
    method: 'PATCH',
    path,
    operationId: 'UpdateRepositoryImmutableTags',
    summary: 'Update repository immutable tags settings',
    body: 'update_repository_immutable_tags_request',
    success: { status: 200, schema: 'repository_info' },
    handle: update,
  },
  {
    ...shared,
    method: 'POST',
    path: `${path}/verify`,
    operationId: 'VerifyRepositoryImmutableTags',
    summary: 'Verify repository immutable tags',
    body: 'immutable_tags_verify_request',
    success: { status: 200, schema: 'immutable_tags_verify_response' },
    handle: verify,
  },
]
