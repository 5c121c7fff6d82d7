import type { Fingerprint } from '../entry.ts';
import { type ItemId, itemId } from '../ids.ts';

/** Names in the staging folder. They carry what must survive the loss of the state. */

/** The content that is to become a version of this item. `token`: letters and digits. */
export const stagedName = (item: ItemId | null, token: string): string => `download-${digitsOf(item ?? '')}-${token}`;

/** A file that a new version replaced here, as it was then. */
export type Replaced = {
  /** Null: unknown. */
  readonly itemId: ItemId | null;
  readonly sizeBytes: number;
  readonly mtimeNs: string;
  /** The end of its name. */
  readonly name: string;
};

/** With it, the whole stays shorter than any disk's longest name. */
const LONGEST_END = 24;

/** The second name of the file that the staged content replaces (SPEC P92). `was`: the file right before; `name`: its own. */
export function replacedName(stagingName: string, was: Fingerprint, name: string): string {
  const [, item = '', token = stagingName.replaceAll('-', '')] = /^download-(\d*)-([a-z0-9]+)$/.exec(stagingName) ?? [];
  const end = [...name].slice(-LONGEST_END).join('');
  return `replaced-${item}-${token}-${was.sizeBytes}-${was.mtimeNs}-${end}`;
}

/** Null: another file in staging. */
export function replacedBy(stagingName: string): Replaced | null {
  const found = /^replaced-(\d*)-[^-]*-(\d+)-(-?\d+)-(.+)$/s.exec(stagingName);
  if (found === null) return null;
  const [, item = '', sizeBytes, mtimeNs = '0', name = ''] = found;
  return { itemId: item === '' ? null : itemId(item), sizeBytes: Number(sizeBytes), mtimeNs, name };
}

/** The id becomes a part of a path. */
const digitsOf = (id: string): string => (/^\d*$/.test(id) ? id : '');
