import type { Violation } from '../invariants.ts';
import { type Device, placeOf } from '../world/device/device.ts';
import { failsForGood, filesBelow } from '../world/device/virtual-disk.ts';
import type { Ledger } from '../world/people/ledger.ts';
import type { WebPerson } from '../world/people/web-person.ts';
import type { Item, ServiceTruth } from '../world/service/service-truth.ts';
import type { VirtualTime } from '../world/virtual-time.ts';
import type { Inspector } from './watching/inspector.ts';

/** The world of a run without further faults, except for permanent failures. */
export type FairWorld = {
  readonly time: VirtualTime;
  readonly devices: readonly Device[];
  readonly service: ServiceTruth;
  readonly root: Item;
  readonly web: WebPerson;
  readonly ledger: Ledger;
  readonly inspector: Pick<Inspector, 'watch'>;
  readonly count: (what: string) => void;
};

/** The periodic rescan runs every two minutes, and work queued before it takes time. */
const ARRIVES_WITHIN_MS = 15 * 60_000;
const LOOK_EVERY_MS = 5_000;

/**
 * I11: one item that always fails blocks no other. While one fails, a new file appears at every place and must reach all others; then the failing
 * item is repaired.
 */
export async function checkFair(world: FairWorld): Promise<readonly Violation[]> {
  const { devices, time, root, service } = world;
  const failing = devices.flatMap(({ disk }) => [...filesBelow(disk.root, '').values()].filter(failsForGood));
  if (failing.length === 0) return [];
  world.count('failed permanently');
  const names = [...(await newOnTheWeb(world)), ...newOnDisks(world)];
  const isEverywhere = (name: string): boolean =>
    devices.every(({ disk }) => disk.look(`${placeOf(disk)}/${name}`).inode !== null) &&
    service.children(root.id).some((item) => item.name === name);
  const endMs = time.nowMs() + ARRIVES_WITHIN_MS;
  while (time.nowMs() < endMs && !names.every(isEverywhere)) await time.pass(time.nowMs() + LOOK_EVERY_MS);
  const missing = names.filter((name) => !isEverywhere(name));
  for (const inode of failing) inode.deniedUntilMs = 0;
  return missing.map((name) => ({ rule: 'I11', what: `one item always fails, and "${name}" waits with it` }));
}

async function newOnTheWeb({ inspector, ledger, web, root }: FairWorld): Promise<readonly string[]> {
  const watched = inspector.watch('web');
  const name = 'new on the web';
  ledger.saved(name);
  const isDone = await web.upload(root.id, name, new TextEncoder().encode(name));
  if (!isDone) ledger.replaced(name);
  watched();
  return isDone ? [name] : [];
}

function newOnDisks({ inspector, ledger, devices }: FairWorld): readonly string[] {
  return devices.flatMap(({ name: device, disk }) => {
    const top = disk.look(placeOf(disk)).inode;
    const name = `new on ${device}`;
    if (top === null) return [];
    const watched = inspector.watch(device);
    ledger.saved(name);
    disk.create(top, name, 'file', new TextEncoder().encode(name));
    watched();
    return [name];
  });
}
