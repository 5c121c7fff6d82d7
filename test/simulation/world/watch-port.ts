import type { Watcher, WatchListener } from '../../../main/engine/ports/watcher.ts';
import type { Chance } from './chance.ts';
import type { Seam } from './seam.ts';
import type { VirtualDisk } from './virtual-disk.ts';

export type WatchFaults = {
  /** How probable it is that a hint is lost without a word, as kernels do. */
  readonly lost: number;
  /** How probable it is that the queue overflows instead. */
  readonly overflow: number;
  readonly longestDelayMs: number;
};

/** Hints of the virtual disk: late, in any order, sometimes lost. `faults` is asked anew for each. */
export function watchPort(disk: VirtualDisk, seam: Seam, chance: Chance, faults: () => WatchFaults): Watcher {
  return {
    async watch(root, listener) {
      await seam.cross();
      let isOpen = true;
      disk.onChange = (folder) => {
        if (isOpen && seam.isAlive()) pass(folder, root, listener, chance, faults(), seam, () => isOpen);
      };
      return {
        close: async () => {
          isOpen = false;
        },
      };
    },
  };
}

function pass(
  folder: string,
  root: string,
  listener: WatchListener,
  chance: Chance,
  faults: WatchFaults,
  seam: Seam,
  isOpen: () => boolean,
): void {
  const isInside = folder === root || folder.startsWith(`${root}/`);
  if (!isInside || folder === `${root}/.tandem` || folder.startsWith(`${root}/.tandem/`)) return;
  if (chance.happens(faults.lost)) return;
  const overflows = chance.happens(faults.overflow);
  seam.time.at(chance.below(faults.longestDelayMs + 1), () => {
    if (!isOpen() || !seam.isAlive()) return;
    if (overflows) listener.overflow('the queue of the kernel was full');
    else listener.hint(folder);
  });
}
