import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The locations of Tandem's files on this computer. All paths are absolute. */
export type Places = {
  /** The engine's state: databases, local trash, control socket. */
  readonly state: string;
  /** The private service's database and blobs. */
  readonly service: string;
  /** The folder that a first start syncs. */
  readonly syncFolder: string;
};

/** The usual place of the private service of a state folder. */
export const serviceBeside = (state: string): string => join(dirname(state), 'service');

/** True if a private service has its data in this folder. */
export const isServiceIn = (folder: string): boolean => existsSync(join(folder, 'service.db'));

/** The folders of Tandem's own data, which are never synced. */
export const ownPlaces = ({ state, service }: Pick<Places, 'state' | 'service'>): readonly string[] => [state, service];

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  /** Is there a file or folder? */
  readonly exists: (path: string) => boolean;
};

/** The places of this process's user. */
export const placesHere = (): Places =>
  findPlaces({ env: process.env, platform: process.platform, home: homedir(), exists: existsSync });

/** Everything is below `TANDEM_HOME` if it is set; otherwise in the user's data directory, with the sync folder in the home folder. */
export function findPlaces(surroundings: Surroundings): Places {
  const chosen = resolved(surroundings.env['TANDEM_HOME']);
  const base = chosen ?? userData(surroundings);
  const syncFolder = join(chosen ?? surroundings.home, 'Tandem');
  const state = join(base, 'client');
  return { state, service: serviceBeside(state), syncFolder };
}

/** The home folder that is abbreviated as `~`; null on Windows, where that is not customary. */
export function shownHome(platform: string, home: string): string | null {
  return platform === 'win32' ? null : home;
}

const resolved = (path = ''): string | null => (path === '' ? null : resolve(path));

function userData({ env, platform, home, exists }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tandem');
  if (platform === 'win32') {
    // Not the roaming profile, which is copied over the network when the person signs in and out. Earlier versions used it.
    const roaming = join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Tandem');
    return exists(roaming) ? roaming : join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Tandem');
  }
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'tandem');
}
