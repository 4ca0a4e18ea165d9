import { expect, test } from 'vitest'
import { paths } from '~/paths'
import { currentOf, places } from './navigation'

test.each([
  [places.deposits, paths.deposits(), 'page'],
  [places.deposits, paths.deposit('d1'), 'true'],
  [places.deposits, paths.cabinet(), undefined],
  [places.dashboard, paths.cabinet(), 'page'],
  [places.dashboard, paths.deposits(), undefined],
  [places.settings, paths.settings('password'), 'true'],
  [places.operations, paths.operationsCsv(), undefined],
])('in the navigation $href at %s is %s', (place, pathname, expected) => {
  expect(currentOf(pathname, place)).toBe(expected)
})
