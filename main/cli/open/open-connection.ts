import type { Connection } from '../../compose/connection.ts';
import type { CommonFlags } from '../words/common-flags.ts';

/** A signed-in connection to the service from the flags or the stored account. */
export type OpenConnection = (flags: CommonFlags) => Promise<Connection>;
