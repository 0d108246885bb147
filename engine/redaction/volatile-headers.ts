/** What a server writes into each answer anew, whatever it is asked. */
const volatile: readonly (readonly [name: RegExp, kind: string])[] = [
  [/^(?:date|x-date|x-timestamp)$/, 'date'],
  [/^(?:[a-z0-9]+-)*(?:request|req|correlation|trace|span|transaction|operation|event)-?id$/, 'request-id'],
  [/^(?:traceparent|tracestate|cf-ray|x-amz-cf-id|x-amz-id-2|x-cloud-trace-context|x-b3-\w+)$/, 'request-id'],
  [/^(?:age|server-timing|x-runtime|x-response-time|x-timer|x-envoy-upstream-service-time|x-process-time)$/, 'time'],
]

/**
 * The value of a response's field as a report shows it: what differs from answer to answer by nature gives way to a word for its kind, so
 * that two reports of one server differ only where the server does. No requirement rests on such a field.
 */
export const withoutVolatile = (name: string, value: string): string => {
  const lower = name.toLowerCase()
  const kind = volatile.find(([form]) => form.test(lower))?.[1]
  return kind === undefined ? value : `[${kind}]`
}
