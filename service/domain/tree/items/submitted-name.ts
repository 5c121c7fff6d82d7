import { limits } from '../../../../contract/rules/limits.ts';
import { nameFault, ruleFileName } from '../../../../contract/rules/names.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { isNameFree, type NameClaim } from '../../access/names.ts';
import { numberedName } from '../../access/numbered-name.ts';

/** The name of a submitted file if nothing of its own name can be used. */
const nameless = 'file';

/** Numbers to try; after that, the name gets a random suffix. */
const triedNumbers = 200;

/** A valid folder entry name for a submitted file, and never that of a rule file: the submitter cannot be asked for a better one. */
export function acceptableName(name: string): string {
  const wellFormed = name.toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters.
  const plain = wellFormed.replaceAll(/[/\\]/g, '_').replaceAll(/[\u0000-\u001f\u007f]/g, '');
  const cut = [...plain].slice(0, limits.itemNameLength).join('').trimEnd();
  if (cut.toLowerCase() === ruleFileName) return cut.replace('.', '_');
  return nameFault(cut) === null ? cut : nameless;
}

/** The name itself if it is free in the folder, otherwise with a number; `chance` is the suffix if many numbers are taken. */
export async function freeNameIn(
  reads: MetadataReads,
  folder: NameClaim['folder'],
  name: string,
  chance: () => string,
): Promise<string> {
  const isFree = async (wanted: string) => isNameFree(reads, { folder, name: wanted, kind: 'file' });
  if (await isFree(name)) return name;
  for (let number = 2; number <= triedNumbers; number++) {
    const numbered = numberedName({ name, kind: 'file' }, number);
    if (await isFree(numbered)) return numbered;
  }
  return `${chance()} ${name}`.slice(0, limits.itemNameLength).toWellFormed();
}
