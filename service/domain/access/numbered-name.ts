import { limits } from '../../../contract/rules/limits.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';

/** A longer suffix after a dot is part of the name, not an extension. */
const extensionLength = 32;

/** `Plan (2)`, or for a file `plan (2).txt`; shortened if the result would be too long for a name. */
export function numberedName({ name, kind }: Pick<ItemRecord, 'name' | 'kind'>, number: number): string {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const hasExtension = dot > 0 && name.length - dot <= extensionLength;
  const stem = hasExtension ? name.slice(0, dot) : name;
  const tail = ` (${number})${hasExtension ? name.slice(dot) : ''}`;
  const room = limits.itemNameLength - [...tail].length;
  return `${[...stem].slice(0, room).join('')}${tail}`;
}
