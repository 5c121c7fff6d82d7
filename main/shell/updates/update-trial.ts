import path from 'node:path';
import { z } from 'zod';
import { chmodSync, copyFileSync, linkSync, readFileSync, renameSync, rmSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

const Kept = z.object({
  /** The last installed version, until it has started well. */
  trial: z.object({ from: z.string(), to: z.string(), starts: z.number().int().min(0) }).nullable(),
  /** Versions that failed to start on this computer. */
  refused: z.array(z.string()),
  /** A version that was rolled back, until the user has been notified. */
  untold: z.string().nullable(),
});
type Kept = z.infer<typeof Kept>;

/** A start's findings about the newest version. */
export type TrialFinding =
  | { readonly kind: 'none' }
  /** This version keeps failing, and the previous one has been restored: start that one. */
  | { readonly kind: 'restored' }
  /** This version keeps failing, and only a person can reinstall the previous one. */
  | { readonly kind: 'stuck'; readonly version: string; readonly previous: string }
  /** This is the version before `version`, which was rolled back. */
  | { readonly kind: 'went-back'; readonly version: string };

/** Watches the first starts of a newly installed version, and remembers versions that failed. */
export type UpdateTrial = {
  isRefused(version: string): boolean;
  /** `version` is about to be installed. False: the running AppImage can't be kept, and a failed installation would lose it. */
  begin(version: string): boolean;
  /** The installation failed. The updater deletes the AppImage before it puts the new one in place, so the kept one takes its place again. */
  cancel(): void;
  /** Call once per start, before anything that may fail. */
  noteStart(): TrialFinding;
  /** This start failed for a reason that is not the version's: it does not count. */
  excuse(): void;
  /** This start went well. */
  settle(): void;
};

export type UpdateTrialParts = {
  /** Absolute; writable. */
  readonly folder: string;
  /** The running one. */
  readonly version: string;
  /** The running AppImage, absolute: the only form of the application that can roll itself back. */
  readonly image: string | null;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Consecutive starts that a new version may fail. */
const STARTS = 2;

export function openUpdateTrial({ folder, version, image, warn }: UpdateTrialParts): UpdateTrial {
  const file = path.join(folder, 'update-trial.json');
  const previous = path.join(folder, 'previous.AppImage');
  let kept = readKept(file);
  /** The trial before this start was counted; null if it was not. */
  let uncounted: Kept['trial'] = null;
  const change = (part: Partial<Kept>): void => {
    kept = { ...kept, ...part };
    tryTo(() => writePrivate(file, JSON.stringify(kept)), warn);
  };
  const refuse = (failed: string): string[] => [...new Set([...kept.refused, failed])];
  const restore = (): boolean => image !== null && tryTo(() => putBack(previous, image), warn);
  const settle = (): void => {
    if (kept.trial === null) return;
    change({ trial: null });
    tryTo(() => rmSync(previous, { force: true }), warn);
  };
  return {
    isRefused: (asked) => kept.refused.includes(asked),
    begin(to) {
      if (image !== null && !tryTo(() => keepImage(image, previous), warn)) return false;
      change({ trial: { from: version, to, starts: 0 } });
      return true;
    },
    cancel() {
      if (restore()) settle();
    },
    noteStart() {
      const { trial, untold } = kept;
      if (untold !== null && untold !== version) {
        change({ untold: null });
        return { kind: 'went-back', version: untold };
      }
      if (trial === null) return { kind: 'none' };
      if (trial.to !== version) {
        // The version was not installed, or a person went back by hand.
        change({ trial: null, refused: trial.starts > 0 ? refuse(trial.to) : kept.refused });
        return { kind: 'none' };
      }
      if (trial.starts < STARTS) {
        uncounted = trial;
        change({ trial: { ...trial, starts: trial.starts + 1 } });
        return { kind: 'none' };
      }
      const isRestored = restore();
      change({ trial: null, refused: refuse(version), untold: isRestored ? version : null });
      return isRestored ? { kind: 'restored' } : { kind: 'stuck', version, previous: trial.from };
    },
    excuse() {
      if (uncounted !== null && kept.trial !== null) change({ trial: uncounted });
    },
    settle,
  };
}

function readKept(file: string): Kept {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing until the first update. If it is damaged, a failing version is offered once more.
    return { trial: null, refused: [], untold: null };
  }
}

/** An update replaces the image by a new file, so a hard link preserves the old one. */
function keepImage(image: string, previous: string): void {
  rmSync(previous, { force: true });
  try {
    linkSync(image, previous);
  } catch {
    // Another volume, or a file system without hard links.
    copyFileSync(image, previous);
  }
}

/** Copies next to the image first: the running file itself cannot be overwritten. */
function putBack(previous: string, image: string): void {
  const beside = `${image}.previous`;
  copyFileSync(previous, beside);
  chmodSync(beside, 0o755);
  renameSync(beside, image);
}

function tryTo(act: () => void, warn: UpdateTrialParts['warn']): boolean {
  try {
    act();
    return true;
  } catch (cause) {
    warn('the version before cannot be kept or put back', cause);
    return false;
  }
}
