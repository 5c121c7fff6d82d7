import { expect, test } from 'vitest';
import { findPlaces } from '../../../../main/account/places.ts';

test('everything lies below TANDEM_HOME when it is set', () => {
  expect(findPlaces({ env: { TANDEM_HOME: '/t' }, platform: 'linux', home: '/home/ann' })).toEqual({
    state: '/t/client',
    service: '/t/service',
    syncFolder: '/t/Tandem',
  });
});

test.each([
  ['linux', {}, '/home/ann/.local/share/tandem/client'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/tandem/client'],
  ['darwin', {}, '/home/ann/Library/Application Support/Tandem/client'],
])("without it the user's data directory of %s with %o is taken", (platform, env, state) => {
  const places = findPlaces({ env, platform, home: '/home/ann' });
  expect([places.state, places.syncFolder]).toEqual([state, '/home/ann/Tandem']);
});
