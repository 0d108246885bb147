import { isOneOf, type Place, placeFor, placesOf, typesOf } from '../../checks/request-form.ts'
import { membersOf } from '../../checks/schemas/form-members.ts'

/**
 * Where a form takes a user name and a password: by their names or formats; of a form of two texts alone the other one is the other. Where
 * `isLogin`, it is known to be the form of a login, and two texts that nothing tells are in the usual order.
 */
export const loginPlaces = (form: unknown, isLogin: boolean): readonly [user: Place, password: Place] | undefined => {
  const places = placesOf(form)
  const [user, password] = ['username', 'password'].map(name => placeFor(places, name, ''))
  if (user && password) return user === password ? undefined : [user, password]
  const { required } = membersOf(form)
  const texts = places.filter(
    ({ path, schema }) =>
      (required.length === 0 || path.length > 1 || required.includes(path[0] ?? '')) &&
      typesOf(schema).includes('string') &&
      !isOneOf(schema),
  )
  const [first, second, ...others] = texts
  if (!first || !second || others.length > 0) return undefined
  if (user === second || password === first) return [second, first]
  return isLogin || user === first || password === second ? [first, second] : undefined
}
