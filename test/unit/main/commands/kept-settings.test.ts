import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { terminalHost } from '../../../../main/cli/terminal/terminal-host.ts';
import { fixedAccount } from '../../../../main/commands/account/account-desk.ts';
import { openSettings } from '../../../../main/commands/settings/kept-settings.ts';
import { settingsCommands } from '../../../../main/commands/settings/settings-commands.ts';
import { firstChoices } from '../../../../preload/ipc/shapes/window-choices.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'tandem-settings-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

const all = { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true };

test('changed settings are there at the next start, and the others stay', async () => {
  const settings = await openSettings(state);
  expect(settings.current()).toEqual({
    notifications: all,
    proxy: null,
    language: null,
    ...firstChoices,
    wasStarted: false,
  });
  await Promise.all([
    settings.change({ language: 'de' }),
    settings.change({ notifications: { attention: false } }),
    settings.change({ notifications: { signed_out: false } }),
    settings.change({ theme: 'dark' }),
    settings.change({ filesView: 'grid' }),
    settings.change({ browserNotices: 'on' }),
    settings.change({ wasStarted: true }),
  ]);
  expect((await openSettings(state)).current()).toEqual({
    notifications: { ...all, attention: false, signed_out: false },
    proxy: null,
    language: 'de',
    theme: 'dark',
    filesView: 'grid',
    comparison: 'sides',
    browserNotices: 'on',
    wasStarted: true,
  });
});

test('a damaged file, or one of another version, costs what cannot be read of it and nothing else', async () => {
  await writeFile(join(state, 'settings.json'), '{"language":"fr","notifications":{"invitation":1}');
  expect((await openSettings(state)).current().language).toBeNull();
  await writeFile(join(state, 'settings.json'), '{"language":"fr","notifications":{"invitation":1},"new":true}');
  expect((await openSettings(state)).current()).toMatchObject({ language: 'fr', notifications: all });
});

test('a choice that this version does not know counts as none', async () => {
  await writeFile(join(state, 'settings.json'), '{"theme":"\\"><script>","filesView":"grid","comparison":3}');
  expect((await openSettings(state)).current()).toMatchObject({ ...firstChoices, filesView: 'grid' });
});

test('settings of a version without mentions keep what was chosen, and mentions are told', async () => {
  const { mention: _new, ...others } = { ...all, attention: false };
  await writeFile(join(state, 'settings.json'), JSON.stringify({ notifications: others }));
  expect((await openSettings(state)).current().notifications).toEqual({ ...all, attention: false });
});

test('a failing disk leaves the previous settings', async () => {
  const settings = await openSettings(join(state, 'settings.json', 'no folder'));
  await writeFile(join(state, 'settings.json'), '{}');
  await expect(settings.change({ language: 'de' })).rejects.toThrow();
  expect(settings.current().language).toBeNull();
  expect(await readFile(join(state, 'settings.json'), 'utf8')).toBe('{}');
});

test('whether it starts at login is asked of the system; without one it is refused', async () => {
  let isOn = false;
  const world = {
    host: terminalHost('desk'),
    account: fixedAccount({ baseUrl: 'https://service/2.0', folder: state }),
    settings: await openSettings(state),
    guard: { limits: () => ({ items: 50, share: 0.25 }) },
    report: async () => '',
  };
  const here = settingsCommands(world);
  expect(await here['settings.set']({ startAtLogin: true })).toMatchObject({ error: { code: 'not_supported_here' } });
  expect(await here['settings.get']({})).toMatchObject({ value: { startAtLogin: null } });
  const loginItem = { isOn: async () => isOn, set: async (wanted: boolean) => void (isOn = wanted) };
  const desktop = {
    chooseFolder: async () => null,
    showWindow: () => undefined,
    loginItem,
    wayBack: null,
    updates: {
      state: () => ({ state: 'off', version: null, share: null, sentence: null }) as const,
      install: () => false,
    },
  };
  const there = settingsCommands({ ...world, host: { ...world.host, desktop } });
  expect(await there['settings.set']({ startAtLogin: true })).toMatchObject({ value: { startAtLogin: true } });
  expect(isOn).toBe(true);
});
