/** The walk thread: lists the directories of each order, one batch per order, and decides nothing. */

import type { BigIntStats } from 'node:fs';
import { join, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { lstatSync, readdirSync } from '../../../../disk/disk.ts';
import { numberingNow, numbersOf, numbersOfEntry, type StatNumbers, UNREADABLE } from '../local-stat.ts';
import { errnoOf } from '../system-error.ts';
import { type MountPoints, readMountPoints } from './mount-points.ts';
import { assertAnyReadable } from './readable.ts';
import { sortNames } from './sort-names.ts';
import { pack, type WalkAnswer, type WalkOrder, type WalkStart } from './walk-messages.ts';

const LOOK = { bigint: true, throwIfNoEntry: false } as const;

const start = workerData as WalkStart;

parentPort?.on('message', (order: WalkOrder) => {
  const readMounts = once(() => readMountPoints(start.mountTable));
  const batch = order.map((path) => answer(path, readMounts));
  const transfer = batch.flatMap((listing) => ('numbers' in listing ? [listing.numbers.buffer] : []));
  parentPort?.postMessage(batch, transfer);
});

/** Read with the first directory of an order, so that a failure is the failure of its listings. */
function once<Value>(read: () => Value): () => Value {
  let value: { readonly is: Value } | null = null;
  return () => (value ??= { is: read() }).is;
}

function answer(path: string, readMounts: () => MountPoints): WalkAnswer {
  try {
    return listNow(path, readMounts());
  } catch (error) {
    return { path, errno: errnoOf(error), message: error instanceof Error ? error.message : String(error) };
  }
}

function listNow(path: string, mountPoints: MountPoints): WalkAnswer {
  const self = lstatSync(path, { bigint: true });
  if (!self.isDirectory()) return { path, errno: 'ENOTDIR', message: 'not a directory' };
  const { readable, undecodable } = sortNames(path, readdirSync(path));
  const names: string[] = [];
  const numbering = numberingNow(start, path);
  const isMountPoint = (name: string): boolean => mountPoints.has(path, name);
  const parent = { dev: self.dev, numbering, isMountPoint };
  const stats: StatNumbers[] = [numbersOf(self, numbering)];
  // The prefix that `join` would compute for each name.
  const before = join(path, sep);
  const refusals: unknown[] = [];
  const look = (name: string): BigIntStats | 'refused' | undefined => {
    try {
      return lstatSync(before + name, LOOK);
    } catch (error) {
      refusals.push(error);
      return 'refused';
    }
  };
  for (const name of readable) {
    const entry = look(name);
    // Deleted since the names were read: treat it as never listed.
    if (entry === undefined) continue;
    names.push(name);
    stats.push(entry === 'refused' ? UNREADABLE : numbersOfEntry(entry, name, parent));
  }
  assertAnyReadable(names.length, refusals);
  return { path, names: names.join('\0'), numbers: pack(stats), undecodable };
}
