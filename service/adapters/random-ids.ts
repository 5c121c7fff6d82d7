import { randomFillSync } from 'node:crypto';
import type { Ids } from '../ports/ids.ts';

/** Random bytes drawn from the system at once: a draw for each id takes longer than everything else about it. */
const drawnBytes = 4096;

/** Random ids from the system's cryptographic source. A byte is used once, and no secret stays behind in memory here. */
export function createRandomIds(): Ids {
  const drawn = Buffer.alloc(drawnBytes);
  let used = drawnBytes;
  return {
    hex: (bytes) => {
      if (bytes > drawnBytes) return randomFillSync(Buffer.alloc(bytes)).toString('hex');
      if (used + bytes > drawnBytes) {
        randomFillSync(drawn);
        used = 0;
      }
      const from = used;
      used += bytes;
      const id = drawn.toString('hex', from, used);
      drawn.fill(0, from, used);
      return id;
    },
  };
}
