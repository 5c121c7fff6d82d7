import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findPlaces, placesHere } from '../../../../main/account/places.ts';

afterEach(() => void vi.unstubAllEnvs());

test('everything lies below TANDEM_HOME when it is set', () => {
  expect(findPlaces({ env: { TANDEM_HOME: '/t' }, platform: 'linux', home: '/home/ann', exists: () => false })).toEqual(
    {
      state: '/t/client',
      service: '/t/service',
      syncFolder: '/t/Tandem',
    },
  );
});

test.each([
  ['linux', {}, '/home/ann/.local/share/tandem/client'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/tandem/client'],
  ['darwin', {}, '/home/ann/Library/Application Support/Tandem/client'],
])("without it the user's data directory of %s with %o is taken", (platform, env, state) => {
  const places = findPlaces({ env, platform, home: '/home/ann', exists: () => false });
  expect([places.state, places.syncFolder]).toEqual([state, '/home/ann/Tandem']);
});

test.each([
  ['Local', []],
  ['Roaming', ['/ann/AppData/Roaming/Tandem']],
])('on Windows the data lies in the %s profile if %j is there', (profile, there: readonly string[]) => {
  const exists = (path: string): boolean => there.includes(path);
  const places = findPlaces({ env: {}, platform: 'win32', home: '/ann', exists });
  expect(places.state).toBe(`/ann/AppData/${profile}/Tandem/client`);
});

test('on Windows the folders that the system names are taken', () => {
  const env = { APPDATA: '/roaming', LOCALAPPDATA: '/local' };
  expect(findPlaces({ env, platform: 'win32', home: '/ann', exists: () => false }).service).toBe(
    '/local/Tandem/service',
  );
});

test('a TANDEM_HOME below the current folder stays there when that changes', () => {
  vi.stubEnv('TANDEM_HOME', 'here');
  expect(placesHere().service).toBe(join(process.cwd(), 'here/service'));
});
