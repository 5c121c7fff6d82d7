import type { HandlersOf, HostWorld } from './command-world.ts';
import { done, notSupportedHere, refused } from './results.ts';

type DesktopCommands = 'folder.choose' | 'window.show' | 'update.get' | 'update.install';

/** Desktop-only features: choose a folder, bring the window to the front, update the application. */
export function desktopCommands({ host }: HostWorld): HandlersOf<DesktopCommands> {
  const { desktop } = host;
  return {
    'folder.choose': async ({ startPath = null }) =>
      desktop === undefined
        ? notSupportedHere('Choosing a folder in a dialog of the system')
        : { ok: true, value: { path: await desktop.chooseFolder(startPath) } },
    'window.show': async ({ place }) => {
      if (desktop === undefined) return notSupportedHere('Bringing the window to the front');
      desktop.showWindow(place);
      return done;
    },
    'update.get': async () => ({ ok: true, value: desktop?.updates.state() ?? noUpdates }),
    'update.install': async () => {
      if (desktop === undefined) return notSupportedHere('Updating');
      return desktop.updates.install()
        ? done
        : refused('no_update', 'There is no newer version to install yet.', 'Nothing needs to be done.');
    },
  };
}

const noUpdates = { state: 'off', version: null, share: null, sentence: null } as const;
