import type { Act } from '../script.ts';
import { type Device, ROOT } from './device.ts';
import { standIn } from './virtual-disk.ts';

/** What happens to a computer, or what a person orders at its window. Null: not possible now, or no act of this kind. */
export async function actOnMachine(device: Device, act: Act, later: Later): Promise<string | null> {
  const engine = device.engine();
  const forMs = 300 + act.pick * 20;
  switch (act.what) {
    case 'crash':
      if (!device.isUp()) return null;
      device.crash(act.pick);
      return `is killed, and starts again after ${act.pick} ms`;
    case 'pause':
      engine?.pause(null, act.into % 2 === 0 ? null : forMs);
      return engine === null ? null : 'pauses';
    case 'resume':
      engine?.resume(null);
      return engine === null ? null : 'resumes';
    case 'release':
      return engine === null || releaseAll(device) === 0 ? null : 'lets go of what is held';
    case 'sleep':
      if (engine === null) return null;
      device.sleep(act.pick * 10_000);
      return `sleeps for ${act.pick * 10} s`;
    case 'unmount':
    case 'unmount-bare':
      return unmount(device, act.what === 'unmount-bare', forMs, later);
    case 'token-expires':
      await device.signIn.expire();
      return 'has a token that is good no more';
    case 'sign-out':
      await device.signIn.end();
      later(forMs, () => void device.signIn.begin());
      return `is signed out for ${forMs} ms`;
    default:
      return null;
  }
}

type Later = (afterMs: number, run: () => void) => void;

/** Lets all go that the guard holds; returns how many. */
export function releaseAll(device: Device): number {
  const engine = device.engine();
  const counts = (engine?.status().roots ?? []).map(({ id }) => {
    const released = engine?.release(id);
    return released?.ok ? released.value.released : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The volume goes away with all that is on it, and comes back as it was (edge cases 67 and 68). */
function unmount({ disk }: Device, isBare: boolean, forMs: number, later: Later): string | null {
  const name = ROOT.slice(1);
  const volume = disk.root.children.get(name);
  if (volume === undefined || volume.bytes.length > 0) return null;
  disk.remove(disk.root, name);
  const bare = isBare ? standIn(disk, name) : null;
  later(forMs, () => {
    if (bare !== null) disk.remove(disk.root, name);
    disk.add(disk.root, name, volume);
  });
  return `loses its volume for ${forMs} ms${isBare ? ', and an empty folder stands in its place' : ''}`;
}
