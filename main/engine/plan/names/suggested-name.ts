import { suggestedDiskName } from '../../model/names/disk-names.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import { cutToFit, diskNameFault, serviceNameFault, splitExtension } from './names.ts';

/**
 * A similar name that both sides can hold and that is free: offered to the user as a one-click fix (edge cases 31 to 36).
 * Undefined if none is found.
 */
export function suggestedName(
  name: string,
  settings: PlanSettings,
  isTaken: (candidate: string) => boolean,
): string | undefined {
  const [stem, extension] = splitExtension(cleaned(name, settings));
  for (let number = 1; number < 1000; number++) {
    const ending = `${number === 1 ? '' : ` (${number})`}${extension}`;
    const isGood = (part: string): boolean =>
      serviceNameFault(part + ending) === null && diskNameFault(part + ending, settings) === null;
    const candidate = cutToFit(stem, isGood) + ending;
    if (isGood(candidate.slice(0, candidate.length - ending.length)) && candidate !== name && !isTaken(candidate))
      return candidate;
  }
  return undefined;
}

/** The disk's suggestion, without anything the service refuses. */
function cleaned(name: string, settings: PlanSettings): string {
  const written = suggestedDiskName(name, settings)
    .replace(/[\\/]|\p{Cc}/gu, '_')
    .replace(/ +$/, '');
  // The rest may be empty, or the state folder's name.
  return suggestedDiskName(written, settings);
}
