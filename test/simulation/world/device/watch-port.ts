import type { Watcher, WatchListener } from '../../../../main/engine/ports/watcher.ts';
import type { Chance } from '../chance.ts';
import type { FaultTape } from '../fault-tape.ts';
import type { Seam } from './seam.ts';
import type { VirtualDisk } from './virtual-disk.ts';

export type WatchFaults = {
  /** Probability that a hint is lost silently, as kernels do. */
  readonly lost: number;
  /** Probability that the queue overflows instead. */
  readonly overflow: number;
  readonly longestDelayMs: number;
};

/** Watcher hints of the virtual disk: late, reordered, sometimes lost. `faults` is read for each hint. */
export function watchPort(
  disk: VirtualDisk,
  seam: Seam,
  chance: Chance,
  tape: FaultTape,
  faults: () => WatchFaults,
  onTrouble: (what: string) => void,
): Watcher {
  return {
    async watch(root, listener) {
      await seam.cross();
      let isOpen = true;
      disk.onChange = (folder) => {
        if (!isOpen || !seam.isAlive() || !isWatched(folder, root)) return;
        passOn(folder, listener, { chance, tape, faults: faults(), seam, onTrouble, isOpen: () => isOpen });
      };
      return {
        check: async () => undefined,
        close: async () => {
          isOpen = false;
        },
      };
    },
  };
}

function isWatched(folder: string, root: string): boolean {
  const isInside = folder === root || folder.startsWith(`${root}/`);
  return isInside && folder !== `${root}/.tandem` && !folder.startsWith(`${root}/.tandem/`);
}

type Way = {
  readonly chance: Chance;
  readonly tape: FaultTape;
  readonly faults: WatchFaults;
  readonly seam: Seam;
  readonly onTrouble: (what: string) => void;
  readonly isOpen: () => boolean;
};

function passOn(folder: string, listener: WatchListener, { chance, tape, faults, seam, onTrouble, isOpen }: Way): void {
  if (tape.strike('hint', faults.lost) !== null) return onTrouble('hint lost');
  const overflows = tape.strike('hints overflow', faults.overflow) !== null;
  if (overflows) onTrouble('hints overflow');
  seam.time.at(chance.below(faults.longestDelayMs + 1), () => {
    if (!isOpen() || !seam.isAlive()) return;
    if (overflows) listener.renew('the queue of the kernel was full');
    else listener.hint(folder);
  });
}
