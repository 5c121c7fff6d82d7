import { limits } from '../../../contract/limits.ts';
import { nameFault, nameKey } from '../../../contract/names.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { numberedName } from '../access/numbered-name.ts';

/** What a submitted file is called when nothing is left of its own name. */
const nameless = 'file';

/** Numbers that are tried; beyond, the name ends in chance. */
const triedNumbers = 200;

/** The name of a submitted file as a folder can hold it: nobody is there who could be asked for a better one. */
export function acceptableName(name: string): string {
  const wellFormed = name.toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not stay.
  const plain = wellFormed.replaceAll(/[/\\]/g, '_').replaceAll(/[\u0000-\u001f\u007f]/g, '');
  const cut = [...plain].slice(0, limits.itemNameLength).join('').trimEnd();
  return nameFault(cut) === null ? cut : nameless;
}

/** The name itself where it is free in the folder, else with a number; `chance` ends it when many numbers are taken. */
export async function freeNameIn(
  reads: MetadataReads,
  folderId: string,
  name: string,
  chance: () => string,
): Promise<string> {
  const isFree = async (wanted: string) => (await reads.items.getByName(folderId, nameKey(wanted))) === null;
  if (await isFree(name)) return name;
  for (let number = 2; number <= triedNumbers; number++) {
    const numbered = numberedName({ name, kind: 'file' }, number);
    if (await isFree(numbered)) return numbered;
  }
  return `${chance()} ${name}`.slice(0, limits.itemNameLength).toWellFormed();
}
