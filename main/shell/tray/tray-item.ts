import { setTimeout as sleep } from 'node:timers/promises';
import type { RunProgram } from './tray-host.ts';

export type TrayItemParts = {
  /** The process that created the icon; null in a sandbox, where the bus knows it by another id. */
  readonly pid: number | null;
  readonly run: RunProgram;
  readonly wait?: (ms: number) => Promise<unknown>;
};

/** Electron registers the icon with a delay, and panels are slow while a session starts. */
const TRIES = 5;

const watcher = 'org.kde.StatusNotifierWatcher';
const item = 'org.kde.StatusNotifierItem';
const bus = 'org.freedesktop.DBus';
const getProperty = 'org.freedesktop.DBus.Properties.Get';

/**
 * True if Linux panels can show this process's icon. Some versions of Electron register one that a panel refuses or cannot read (electron issues
 * 53138 and 53213), without reporting it. Also true if the bus cannot be queried.
 */
export async function isTrayItemShown({ pid, run, wait = sleep }: TrayItemParts): Promise<boolean> {
  if (pid === null) return true;
  const ask = asker(run);
  for (let left = TRIES; left > 0; left--) {
    const items = await ask(watcher, '/StatusNotifierWatcher', getProperty, watcher, 'RegisteredStatusNotifierItems');
    if (items === null) return true;
    for (const place of placesIn(items)) {
      if ((await processOf(ask, place.name)) === pid && (await isReadable(ask, place))) return true;
    }
    if (left > 1) await wait(1_000);
  }
  return false;
}

type Ask = (service: string, object: string, method: string, ...args: readonly string[]) => Promise<string | null>;
type Place = { readonly name: string; readonly object: string };

const asker =
  (run: RunProgram): Ask =>
  async (service, object, method, ...args) => {
    const call = ['call', '--session', '--timeout', '2', '--dest', service, '--object-path', object];
    return run('gdbus', [...call, '--method', method, ...args]).catch(() => null);
  };

/** Panels list an item by name only, as `name/object`, or as `name@/object`. */
function placesIn(answer: string): Place[] {
  return [...answer.matchAll(/'([^'/@]+)@?(\/[^']*)?'/g)].map(([, name = '', object]) => ({
    name,
    object: object ?? '/StatusNotifierItem',
  }));
}

async function processOf(ask: Ask, name: string): Promise<number | null> {
  const answer = await ask(bus, '/org/freedesktop/DBus', `${bus}.GetConnectionUnixProcessID`, name);
  const [, pid] = /^\(uint32 (\d+),\)/.exec(answer ?? '') ?? [];
  return pid === undefined ? null : Number(pid);
}

/** By its unique name, as GNOME does. */
async function isReadable(ask: Ask, { name, object }: Place): Promise<boolean> {
  const answer = await ask(bus, '/org/freedesktop/DBus', `${bus}.GetNameOwner`, name);
  const [, owner] = /'(:[\d.]+)'/.exec(answer ?? '') ?? [];
  return owner !== undefined && (await ask(owner, object, getProperty, item, 'Id')) !== null;
}
