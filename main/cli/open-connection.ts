import type { Connection } from '../compose-connection.ts';
import type { CommonFlags } from './common-flags.ts';

/** A signed-in line to the service that the flags, or the kept account, name. */
export type OpenConnection = (flags: CommonFlags) => Promise<Connection>;
