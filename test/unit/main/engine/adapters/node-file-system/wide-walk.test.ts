import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  pack,
  type WalkBatch,
  type WalkOrder,
} from '../../../../../../main/engine/adapters/node-file-system/walk/walk-messages.ts';
import type { WalkThreads } from '../../../../../../main/engine/adapters/node-file-system/walk/walk-threads.ts';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

const ROOT = '/root';
const FOLDERS = 130_000;

/** Its root has more subfolders than a call takes arguments; all of them are empty. */
function wideDisk(): WalkThreads {
  const stat = { kind: 'folder', dev: 1n, ino: 1n, birthNs: 1n, size: 0n, mtimeNs: 1n, ctimeNs: 1n, links: 2 } as const;
  const names = Array.from({ length: FOLDERS }, (_, index) => `f${index}`);
  const answer = (path: string): WalkBatch[number] => {
    const below = path === ROOT ? names : [];
    return { path, names: below.join('\0'), numbers: pack([stat, ...below.map(() => stat)]), undecodable: [] };
  };
  const worker = Object.assign(new EventEmitter(), {
    postMessage: (order: WalkOrder) => setImmediate(() => worker.emit('message', order.map(answer))),
    terminate: async () => 0,
  });
  return { startAhead: () => undefined, take: () => worker as unknown as Worker, giveBack: () => undefined };
}

test('a folder with more subfolders than a call takes arguments is walked to its end', async () => {
  const seen = new Set<string>();
  for await (const found of createNodeFileSystem(createNodeRandom(), wideDisk()).walk(ROOT, () => true)) {
    if (found.ok) seen.add(found.listing.path);
  }
  expect([seen.size, seen.has(join(ROOT, `f${FOLDERS - 1}`))]).toEqual([FOLDERS + 1, true]);
}, 60_000);
