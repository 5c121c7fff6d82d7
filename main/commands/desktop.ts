import type { HandlersOf, HostWorld } from './command-world.ts';
import { done, notSupportedHere, refusedAs } from './results.ts';

type DesktopCommands = 'folder.choose' | 'window.show' | 'update.get' | 'update.install';

/** Desktop-only features: choose a folder, bring the window to the front, update the application. */
export function desktopCommands({ host }: HostWorld): HandlersOf<DesktopCommands> {
  const { desktop } = host;
  return {
    'folder.choose': async ({ startPath = null }) =>
      desktop === undefined
        ? notSupportedHere('choose_folder')
        : { ok: true, value: { path: await desktop.chooseFolder(startPath) } },
    'window.show': async ({ place }) => {
      if (desktop === undefined) return notSupportedHere('show_window');
      desktop.showWindow(place);
      return done;
    },
    'update.get': async () => ({ ok: true, value: desktop?.updates.state() ?? noUpdates }),
    'update.install': async () => {
      if (desktop === undefined) return notSupportedHere('update');
      return desktop.updates.install() ? done : refusedAs('no_update', { code: 'no_newer_version', args: {} });
    },
  };
}

const noUpdates = { state: 'off', version: null, share: null, sentence: null } as const;
