import { expect, it } from 'vitest'
import { areas } from '../../../../checks/documents/history/subjects.ts'
import { inEnglish } from '../../../../checks/documents/prose/other-languages.ts'
import { isKind, isStateWord, kindOf, mentionsState, statesIn } from '../../../../checks/documents/vocabulary.ts'

it.each([
  ['Neu', 'New'],
  ['Nouveautés', 'New'],
  ['**Nuevo:**', 'New'],
  ['Aktualisierung', 'Update'],
  ['Mise à jour', 'Update'],
  ['Mises à jour (updates)', 'Update'],
  ['Actualización', 'Update'],
  ['Änderungen', 'Update'],
  ['Abkündigung', 'Deprecation'],
  ['Obsolescence', 'Deprecation'],
  ['Obsoleto', 'Deprecation'],
  ['Suppression', 'Removal'],
])('%s is the kind %s', (text, kind) => {
  expect([kindOf(text), isKind(text)]).toEqual([kind, true])
})

it.each([
  ['Veraltet', 'deprecated'],
  ['Déprécié', 'deprecated'],
  ['Obsolète', 'deprecated'],
  ['Obsoleto.', 'deprecated'],
  ['Supprimé', 'removed'],
  ['Eliminado', 'removed'],
  ['Entfernt', 'removed'],
])('%s is the state %s', (text, state) => {
  expect([statesIn(text), isStateWord(text), mentionsState(text)]).toEqual([[state], true, true])
})

it.each(['Non supprimé', 'Bientôt obsolète', 'Casi obsoleto', 'Nicht veraltet', 'Wird entfernt', 'Le nouveau format'])(
  '%s is no word of the table',
  text => {
    expect([inEnglish(text), statesIn(text)]).toEqual([text, ['active', 'deprecated', 'removed']])
  },
)

it.each([
  ['Acceso a los registros de auditoría para tokens de acceso de organización', 'org-access-tokens,audit-logs'],
  ['Accès aux journaux d’audit pour les jetons d’accès d’organisation', 'org-access-tokens,audit-logs'],
  ['Prüfprotokolle für Organisations-Zugriffstoken', 'org-access-tokens,audit-logs'],
  ['Audit-Logs für Organisationstoken', 'org-access-tokens,audit-logs'],
  ['Verwaltung persönlicher Zugriffstoken', 'access-tokens'],
  ['Gestion des jetons d’accès personnels', 'access-tokens'],
  ['Gestión de repositorios de la organización', ''],
])('%s names the areas %s', (text, named) => {
  expect(
    Object.keys(areas)
      .filter(area => areas[area]?.(text))
      .join(),
  ).toBe(named)
})
