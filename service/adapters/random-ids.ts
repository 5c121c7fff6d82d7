import { randomBytes } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** Random identifiers from the system's source of secrets. */
export const randomIds: Ids = { hex: (bytes) => randomBytes(bytes).toString('hex') };
