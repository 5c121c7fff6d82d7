import type { StorageConfig } from '../../../service/options/storage-config.ts';

/** A service of several processes, and the disturbances of its parts while people work. */
export type Stage = {
  /** Where requests go: each person has a caller for each of them. */
  readonly doors: readonly Door[];
  /** Token of the first person, the administrator. */
  readonly token: string;
  /** Opens the service once more, as a third process. */
  readonly storage: StorageConfig;
  /** Flags that lead commands to the data, past everything that is disturbed. */
  readonly direct: () => { readonly databaseUrl: string; readonly flags: readonly string[] };
  readonly disturbances: readonly Disturbance[];
  close(): Promise<void>;
};

export type Door = { readonly baseUrl: string; readonly uploadUrl: string };

/** A disturbance and its name of one or two words. Resolves once the stopped part runs again, or another one has taken its place. */
export type Disturbance = { readonly name: string; readonly act: () => Promise<void> };

/** A data directory that no process may need. */
export const nowhere = '/nonexistent/tandem';
