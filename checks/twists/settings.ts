import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { type When, withObject } from './twist.ts'

/** Edits the immutable-tags settings that these requests are answered with. */
export const withSettings = (when: When, edit: (settings: JsonObject) => unknown): Twist =>
  withObject(when, body =>
    isObject(body.immutable_tags_settings)
      ? { ...body, immutable_tags_settings: edit(body.immutable_tags_settings) }
      : body,
  )
