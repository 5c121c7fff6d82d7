import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from './cli/commands/run.ts';
import type { OpenedEngine } from './cli/open-engine.ts';
import { composeCommands } from './compose-commands.ts';
import { browserHost, composeWindow, windowFolder } from './compose-window.ts';
import type { WindowHost } from './headless/window-host.ts';
import { serveControlSocket } from './ipc/control-socket.ts';
import { controlSocketPath } from './ipc/control-socket-path.ts';

/** Starts the engine on all of its roots, and serves the commands and the window, until it is stopped. */
export async function composeDaemon(composed: OpenedEngine, state: string): Promise<Daemon> {
  const opened: { window: WindowHost | null } = { window: null };
  const host = browserHost(() => opened.window?.link() ?? '');
  const commands = composeCommands(composed, host, async () => composed.person.current()?.isAdmin ?? false);
  const control = await serveControlSocket(await controlSocketPath(state), commands);
  const stop = async () => {
    await opened.window?.close();
    await control.close();
    await composed.close();
  };
  try {
    if (existsSync(join(windowFolder, 'index.html'))) opened.window = await composeWindow(commands, state);
    composed.engine.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const roots = composed.engine.status().roots.length;
  const what =
    roots === 0
      ? 'No folder is synced yet: `tandem roots add` adds one.'
      : `Keeping ${roots} ${roots === 1 ? 'folder' : 'folders'} in step.`;
  const foreign = composed.engine.foreignRoots();
  const left =
    foreign.length === 0
      ? ''
      : ` Left alone, because another account or service was signed in when they were linked: ${foreign.join(', ')}.`;
  const aside =
    composed.setAside === null
      ? ''
      : ` The old state could not be read and was kept as ${composed.setAside}; folders are compared anew.`;
  return { sentence: `${what}${left}${aside} Ctrl-C ends it.`, link: opened.window?.link() ?? null, stop };
}
