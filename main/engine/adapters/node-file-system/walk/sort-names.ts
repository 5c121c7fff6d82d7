import { readdirSync } from '../../../../disk/disk.ts';

/** The replacement character for bytes that are not valid UTF-8. It may also be a real part of the name: only the bytes tell. */
const REPLACEMENT = '\u{fffd}';

export type SortedNames = {
  /** In the order of code units. */
  readonly readable: readonly string[];
  /** The names that are not valid UTF-8, in printable form, e.g. `caf\xe9.txt`. */
  readonly undecodable: readonly string[];
};

/**
 * Sorts the names read from a directory. If one may not be valid UTF-8, they are read again as bytes: a bad name may look like a valid one
 * beside it. Otherwise it costs one pass over the strings.
 */
export function sortNames(directory: string, names: readonly string[]): SortedNames {
  if (!names.some((name) => name.includes(REPLACEMENT))) return { readable: names.toSorted(), undecodable: [] };
  const readable: string[] = [];
  const undecodable: string[] = [];
  for (const bytes of readdirSync(directory, { encoding: 'buffer' })) {
    const name = bytes.toString('utf8');
    if (Buffer.from(name, 'utf8').equals(bytes)) readable.push(name);
    else undecodable.push(escapeBytes(bytes));
  }
  return { readable: readable.toSorted(), undecodable };
}

function escapeBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
