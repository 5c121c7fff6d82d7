import { nameKey } from '../../../../contract/rules/names.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import { numberedName } from '../../access/numbered-name.ts';

/** An item with its name in the archive. */
export interface NamedItem {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  /** Its name on the service. */
  readonly name: string;
  readonly archiveName: string;
}

/** A folder of an archive. */
export interface ArchiveFolder {
  /** Empty for the top; otherwise it ends with `/`. */
  readonly path: string;
  /** What is in it, by the folded names in the archive. */
  readonly taken: Map<string, NamedItem>;
  /** The number that was last tried for a name, by its folded form, so that thousands of equal names take one step each. */
  readonly tried: Map<string, number>;
}

export function archiveFolder(path: string): ArchiveFolder {
  return { path, taken: new Map(), tried: new Map() };
}

/** Names an item in a folder of an archive. `holder`: the item that has the name it would have had; null if it was free. */
export function nameIn(
  folder: ArchiveFolder,
  { id, kind, name }: Pick<NamedItem, 'id' | 'kind' | 'name'>,
): { readonly named: NamedItem; readonly holder: NamedItem | null } {
  const wanted = portableName(name, kind);
  const key = nameKey(wanted);
  const holder = folder.taken.get(key) ?? null;
  let number = folder.tried.get(key) ?? 1;
  let archiveName = wanted;
  while (folder.taken.has(nameKey(archiveName))) {
    number += 1;
    archiveName = numberedName({ name: wanted, kind }, number);
  }
  folder.tried.set(key, number);
  const named = { id, kind, name, archiveName };
  folder.taken.set(nameKey(archiveName), named);
  return { named, holder };
}

/** Bytes of a name, with room for a number: no common disk takes more than 255. */
const longestNameBytes = 240;

/** Reserved by Windows with and without an extension; the superscript digits count as digits. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)\s*(\..*)?$/i;

/** A name that every common disk can hold and that leads nowhere else. */
export function portableName(name: string, kind: ItemRecord['kind']): string {
  const plain = withoutEnd(name.toWellFormed().replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_'));
  const free = reserved.test(plain) ? `_${plain}` : plain;
  return withoutEnd(fitted(free, kind)) || '_';
}

/** Windows drops dots and spaces at the end. */
const withoutEnd = (name: string): string => name.replace(/[. ]+$/, '');

/** Cuts the stem between characters, and keeps a short extension. */
function fitted(name: string, kind: ItemRecord['kind']): string {
  if (Buffer.byteLength(name) <= longestNameBytes) return name;
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const extension = dot > 0 && name.length - dot <= 32 ? name.slice(dot) : '';
  let room = longestNameBytes - Buffer.byteLength(extension);
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + extension;
}
