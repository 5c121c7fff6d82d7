import type { HolderKind } from '../codes/problems.ts';

/** Things that may occupy the place of an item. */
export const HOLDERS: Readonly<Record<HolderKind, string>> = {
  link: 'eine Verknüpfung',
  special: 'eine Pipe, ein Socket oder ein Gerät',
  mount: 'ein anderes Laufwerk',
  undecodable: 'ein Element mit ungültigem Namen',
  other: 'ein Element, das nicht synchronisiert wird',
};
