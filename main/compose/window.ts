import { lookup } from 'node:dns/promises';
import { homedir, hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { shownHome } from '../account/places.ts';
import type { CommandHost } from '../commands/command-world.ts';
import type { KeptSettings } from '../commands/settings/kept-settings.ts';
import type { Line } from '../commands/switchboard.ts';
import { openWindowHost, type WindowHost } from '../headless/window-host.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import { VERSION } from '../version.ts';

/** The folder of the built window. */
export const windowFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** The abilities of a window in a browser; `link` returns a new one-time link once the window is served. */
export function browserHost(link: () => string): CommandHost {
  return {
    kind: 'browser',
    version: VERSION,
    deviceName: hostname(),
    homePath: shownHome(process.platform, homedir()),
    can: { reveal: false, tray: false, dropPaths: false, chooseFolder: false },
    reveal: null,
    openFile: null,
    openLink: null,
    freshLink: link,
  };
}

/** Serves the window on the loopback addresses, at a new origin. */
export async function composeWindow(
  served: Served & Pick<Line, 'drops' | 'contents'>,
  settings: Pick<KeptSettings, 'current'>,
): Promise<WindowHost> {
  const { drops, contents } = served;
  const resolver = { platform: process.platform, lookup: (name: string) => lookup(name, { all: true }) };
  return openWindowHost({ windowFolder, resolver, served, drops, contents, choices: settings.current });
}
