import type { Settings } from '../../../preload/ipc/settings.ts';
import type { HandlersOf, HostWorld } from '../command-world.ts';
import { notSupportedHere } from '../results.ts';

type SettingsCommands = 'settings.get' | 'settings.set' | 'guard.get';

/** What a person sets for this computer; whether it starts at login is asked of the system, and told to it. */
export function settingsCommands({ settings, host, guard }: HostWorld): HandlersOf<SettingsCommands> {
  const loginItem = host.desktop?.loginItem ?? null;
  const all = async (): Promise<Settings> => {
    const { notifications, proxy, language } = settings.current();
    return { notifications, proxy, language, startAtLogin: loginItem === null ? null : await loginItem.isOn() };
  };
  return {
    'guard.get': async () => ({ ok: true, value: guard }),
    'settings.get': async () => ({ ok: true, value: await all() }),
    'settings.set': async ({ startAtLogin, notifications, proxy, language }) => {
      if (startAtLogin !== undefined) {
        if (loginItem === null) return notSupportedHere('Starting at login');
        await loginItem.set(startAtLogin);
      }
      await settings.change({
        ...(notifications !== undefined && { notifications }),
        ...(proxy !== undefined && { proxy }),
        ...(language !== undefined && { language }),
      });
      return { ok: true, value: await all() };
    },
  };
}
