import type { RawData } from 'ws';

/** The text of a frame in any form that the library delivers. */
export function frameText(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString('utf8');
  return (Buffer.isBuffer(message) ? message : Buffer.from(message)).toString('utf8');
}
