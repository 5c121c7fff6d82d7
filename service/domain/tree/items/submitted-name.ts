import { limits } from '../../../../contract/rules/limits.ts';
import { cleanedName, nameFault, ruleFileName } from '../../../../contract/rules/names.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { isNameFree, type NameClaim } from '../../access/names.ts';
import { numberedName } from '../../access/numbered-name.ts';

/** Numbers to try; after that, the name gets a random suffix. */
const triedNumbers = 200;

/**
 * A valid name for an item whose sender cannot be asked for a better one, and never that of a rule file; `nameless` if nothing of it can be
 * used.
 */
export function acceptableName(name: string, nameless: string): string {
  const plain = cleanedName(name.toWellFormed().replaceAll(/[/\\]/g, '_'));
  const cut = [...plain].slice(0, limits.itemNameLength).join('').trimEnd();
  if (cut.toLowerCase() === ruleFileName) return cut.replace('.', '_');
  return nameFault(cut) === null ? cut : nameless;
}

/** The name itself if it is free in the folder, otherwise with a number; `chance` is the suffix if many numbers are taken. */
export async function freeNameIn(reads: MetadataReads, claim: NameClaim, chance: () => string): Promise<string> {
  const isFree = async (name: string) => isNameFree(reads, { ...claim, name });
  if (await isFree(claim.name)) return claim.name;
  for (let number = 2; number <= triedNumbers; number++) {
    const numbered = numberedName(claim, number);
    if (await isFree(numbered)) return numbered;
  }
  return `${chance()} ${claim.name}`.slice(0, limits.itemNameLength).toWellFormed();
}
