import { randomBytes } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** Random ids from the system's cryptographic source. */
export const randomIds: Ids = { hex: (bytes) => randomBytes(bytes).toString('hex') };
