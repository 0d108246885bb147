import { defined } from '../../../contracts/defined.ts'
import { asMapping, followReference, type Mapping, own, referenceOf } from './local-reference.ts'

/** What follows OpenAPI 2.0, which is Swagger 2.0 under another name. */
export const swaggerVersion = '2.0'

export const isSwagger = (root: unknown): boolean =>
  own(root, 'openapi') === undefined && /^2(?:\.0)?$/.test(String(own(root, 'swagger')).trim())

/** Members of a parameter that OpenAPI 3 has in a schema. */
const ofSchema =
  'type format items default enum example x-example maximum minimum maxLength minLength pattern maxItems minItems x-nullable'.split(
    ' ',
  )

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(one => typeof one === 'string')

/** What a reference at this place leads to: paths, parameters and answers may be shared. */
const shared = (root: unknown, value: unknown): Mapping | undefined => {
  const reference = referenceOf(value)
  if (reference === undefined) return asMapping(value)
  const followed = followReference(root, reference)
  return followed.found ? asMapping(followed.value) : asMapping(value)
}

const picked = (mapping: Mapping, names: readonly string[]): Mapping =>
  defined(Object.fromEntries(names.map(name => [name, own(mapping, name)])))

const schemaOf = (parameter: Mapping): Mapping => {
  const { 'x-example': example, ...schema } = picked(parameter, ofSchema)
  return { ...schema, ...defined({ example }) }
}

/** A mapping with other values. */
const mapped = (mapping: Mapping, as: (value: unknown, name: string) => unknown): Mapping =>
  Object.fromEntries(Object.keys(mapping).map(name => [name, as(mapping[name], name)]))

/** A parameter with its schema in a member. What leads nowhere stays, so that it is reported. */
const parameterOf = (parameter: Mapping): Mapping =>
  referenceOf(parameter) === undefined
    ? { ...picked(parameter, ['name', 'in', 'required', 'description']), schema: schemaOf(parameter) }
    : parameter

/** The body that parameters of a request stand for: one of them as a whole, or each as a member of a form. */
const bodyOf = (parameters: readonly Mapping[], types: readonly string[]): Mapping | undefined => {
  const whole = parameters.find(one => own(one, 'in') === 'body')
  if (whole) {
    const media = { schema: own(whole, 'schema') ?? {}, ...defined({ example: own(whole, 'x-example') }) }
    return { required: own(whole, 'required') === true, content: Object.fromEntries(types.map(type => [type, media])) }
  }
  const members = parameters.filter(one => own(one, 'in') === 'formData')
  if (members.length === 0) return undefined
  const properties = Object.fromEntries(members.map(one => [String(own(one, 'name')), schemaOf(one)]))
  const required = members.filter(one => own(one, 'required') === true).map(one => String(own(one, 'name')))
  const forms = types.filter(type => /form/i.test(type))
  const schema = { type: 'object', properties, required }
  const content = forms.length > 0 ? forms : ['application/x-www-form-urlencoded']
  return { content: Object.fromEntries(content.map(type => [type, { schema }])) }
}

const responseOf = (response: Mapping, types: readonly string[]): Mapping => {
  const schema = own(response, 'schema')
  const examples = asMapping(own(response, 'examples')) ?? {}
  if (schema === undefined) return response
  const media = (type: string): Mapping => ({ schema, ...defined({ example: own(examples, type) }) })
  return { ...response, content: Object.fromEntries(types.map(type => [type, media(type)])) }
}

const schemeOf = (scheme: unknown): unknown =>
  own(scheme, 'type') === 'basic' ? { type: 'http', scheme: 'basic' } : scheme

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])

/**
 * A document of Swagger 2.0 as one of OpenAPI 3.0. What is referred to stays at its place, where references find it; what is not
 * understood stays as it is, so that it is reported as of OpenAPI 3.0.
 */
export const fromSwagger = (root: unknown): unknown => {
  const document = asMapping(root) ?? {}
  const json = ['application/json']
  const typesOf = (operation: Mapping, key: 'consumes' | 'produces'): readonly string[] =>
    [own(operation, key), own(document, key)].find(isTexts) ?? json
  const operationOf = (operation: Mapping, around: readonly unknown[]): Mapping => {
    const declared = own(operation, 'parameters')
    if (declared !== undefined && !Array.isArray(declared)) return operation
    const keyOf = (one: Mapping): string => `${own(one, 'in')} ${own(one, 'name')}`
    const listed = [...around, ...(declared ?? [])].map(one => shared(root, one) ?? {})
    const parameters = [...new Map(listed.map(one => [referenceOf(one) ?? keyOf(one), one])).values()]
    const responses = asMapping(own(operation, 'responses'))
    return {
      ...operation,
      parameters: parameters.filter(one => !/^(?:body|formData)$/.test(String(own(one, 'in')))).map(parameterOf),
      ...defined({
        requestBody: bodyOf(parameters, typesOf(operation, 'consumes')),
        responses:
          responses &&
          mapped(responses, value => {
            const response = shared(root, value)
            return response ? responseOf(response, typesOf(operation, 'produces')) : value
          }),
      }),
    }
  }
  const pathItemOf = (value: unknown): unknown => {
    const item = shared(root, value)
    if (item === undefined) return value
    const { parameters, ...rest } = item
    const around = Array.isArray(parameters) ? parameters : []
    return mapped(rest, (one, name) => {
      const operation = methods.has(name.toLowerCase()) ? asMapping(one) : undefined
      return operation ? operationOf(operation, around) : one
    })
  }
  const paths = shared(root, own(document, 'paths'))
  const schemes = asMapping(own(document, 'securityDefinitions')) ?? {}
  const basePath = own(document, 'basePath')
  return {
    ...document,
    openapi: '3.0.3',
    servers: [{ url: typeof basePath === 'string' ? basePath : '/' }],
    components: { securitySchemes: mapped(schemes, schemeOf) },
    ...(paths && { paths: mapped(paths, pathItemOf) }),
  }
}
