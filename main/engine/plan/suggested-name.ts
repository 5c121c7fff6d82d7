import type { PlanSettings } from '../model/plan.ts';
import { cutToFit, diskNameFault, serviceNameFault, splitExtension } from './names.ts';

/**
 * A name close to the given one that both sides can hold and that nothing else has: what a person may choose with one click
 * (edge cases 31 to 36). Undefined when there is none at hand.
 */
export function suggestedName(
  name: string,
  settings: PlanSettings,
  isTaken: (candidate: string) => boolean,
): string | undefined {
  const [stem, extension] = splitExtension(cleaned(name));
  for (let number = 1; number < 1000; number++) {
    const ending = `${number === 1 ? '' : ` (${number})`}${extension}`;
    const isGood = (part: string): boolean =>
      serviceNameFault(part + ending) === null && diskNameFault(part + ending, true, settings) === null;
    const candidate = cutToFit(stem, isGood) + ending;
    if (isGood(candidate.slice(0, candidate.length - ending.length)) && candidate !== name && !isTaken(candidate))
      return candidate;
  }
  return undefined;
}

/** Forbidden characters become `_`, endings that a side refuses go, and a name with a meaning of its own gets a `_`. */
function cleaned(name: string): string {
  const written = name
    .toWellFormed()
    .replace(/[<>:"|?*\\/]|\p{Cc}/gu, '_')
    .replace(/[. ]+$/, '');
  const [stem, extension] = splitExtension(written);
  const isReserved =
    /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) || written === '' || written.toLowerCase() === '.tandem';
  return isReserved ? `${stem}_${extension}` : written;
}
