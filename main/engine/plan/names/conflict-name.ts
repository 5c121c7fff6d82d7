import { nameInMotion } from '../../model/names/in-motion.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import { fitted, splitExtension } from './names.ts';

/** ` (conflicted copy laptop 2026-03-01)` or ` (conflicted copy laptop 2026-03-01 2)` at the end of a stem. */
const MARK = / \(conflicted copy [^()]* \d{4}-\d{2}-\d{2}(?: \d+)?\)$/;

/** Is this the name of a conflict copy of `original`, from any day? The stem may have been shortened to fit. */
export function isConflictNameOf(name: string, original: string): boolean {
  const [stem, extension] = splitExtension(name);
  const [originalStem, originalExtension] = splitExtension(nameInMotion(original));
  if (name === original || !MARK.test(stem) || extension !== originalExtension) return false;
  return originalStem.replace(MARK, '').startsWith(stem.replace(MARK, ''));
}

/**
 * The new name of the local version: `NAME (conflicted copy DEVICE YYYY-MM-DD[ N]).EXT`. A conflict on a conflict copy creates a
 * numbered sibling, never a nested name (edge case 23). For a file at a temporary name (SPEC P22), its final name is used. A name
 * that is too long loses the end of its stem, cut between graphemes; the extension stays (edge case 40).
 */
export function conflictName(name: string, settings: PlanSettings, isTaken: (candidate: string) => boolean): string {
  const [markedStem, extension] = splitExtension(nameInMotion(name));
  const stem = markedStem.replace(MARK, '');
  const device = settings.deviceName.replace(/[^\p{L}\p{N}\p{M}._ -]/gu, '_').trim() || 'device';
  for (let number = 1; ; number++) {
    const mark = ` (conflicted copy ${device} ${settings.today}${number === 1 ? '' : ` ${number}`})`;
    const ending = (end: string) => fitted(stem, (part) => part + end, settings);
    const candidate = ending(`${mark}${extension}`) ?? ending(mark) ?? `${stem}${mark}`;
    if (!isTaken(candidate)) return candidate;
  }
}
