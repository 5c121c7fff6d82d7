import type { Settings } from '../../../preload/ipc/shapes/settings.ts';
import type { HandlersOf, HostWorld } from '../command-world.ts';
import { notSupportedHere, refusedAs } from '../results.ts';

type SettingsCommands = 'settings.get' | 'settings.set' | 'guard.get';

/** Settings of this computer. "Start at login" is read from and written to the system. */
export function settingsCommands({
  settings,
  host,
  guard,
}: Pick<HostWorld, 'settings' | 'host' | 'guard'>): HandlersOf<SettingsCommands> {
  const loginItem = host.desktop?.loginItem ?? null;
  const all = async (): Promise<Settings> => {
    const { wasStarted: _own, ...shown } = settings.current();
    return { ...shown, startAtLogin: loginItem === null ? null : await loginItem.isOn() };
  };
  return {
    'guard.get': async () => ({ ok: true, value: guard.limits() }),
    'settings.get': async () => ({ ok: true, value: await all() }),
    'settings.set': async (change) => {
      const { startAtLogin, notifications, proxy, language, theme, filesView, comparison, browserNotices } = change;
      if (proxy !== undefined && proxy !== null && hasPassword(proxy)) {
        return refusedAs('not_possible', { code: 'proxy_with_password', args: {} });
      }
      if (startAtLogin !== undefined) {
        if (loginItem === null) return notSupportedHere('start_at_login');
        await loginItem.set(startAtLogin);
      }
      await settings.change({
        ...(notifications !== undefined && { notifications }),
        ...(proxy !== undefined && { proxy }),
        ...(language !== undefined && { language }),
        ...(theme !== undefined && { theme }),
        ...(filesView !== undefined && { filesView }),
        ...(comparison !== undefined && { comparison }),
        ...(browserNotices !== undefined && { browserNotices }),
      });
      return { ok: true, value: await all() };
    },
  };
}

/** Settings are a plain file and must not contain secrets. */
function hasPassword(address: string): boolean {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
