import { join } from 'node:path';

/** The locations of Tandem's files on this computer. All paths are absolute. */
export type Places = {
  /** The engine's state: databases, local trash, control socket. */
  readonly state: string;
  /** The private service's database and blobs. */
  readonly service: string;
  /** The folder that a first start syncs. */
  readonly syncFolder: string;
};

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
};

/** Everything is below `TANDEM_HOME` if it is set; otherwise in the user's data directory, with the sync folder in the home folder. */
export function findPlaces(surroundings: Surroundings): Places {
  const chosen = surroundings.env['TANDEM_HOME'];
  const base = chosen !== undefined && chosen !== '' ? chosen : userData(surroundings);
  const syncFolder = chosen !== undefined && chosen !== '' ? join(chosen, 'Tandem') : join(surroundings.home, 'Tandem');
  return { state: join(base, 'client'), service: join(base, 'service'), syncFolder };
}

/** The home folder that is abbreviated as `~`; null on Windows, where that is not customary. */
export function shownHome(platform: string, home: string): string | null {
  return platform === 'win32' ? null : home;
}

function userData({ env, platform, home }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tandem');
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Tandem');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'tandem');
}
