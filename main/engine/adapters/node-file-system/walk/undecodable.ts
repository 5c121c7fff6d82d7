import { readdirSync } from '../../../../disk/disk.ts';

/** The replacement character for bytes that are not valid UTF-8. It may also be a real part of the name: only the bytes tell. */
const REPLACEMENT = '\u{fffd}';

export type Undecodable = {
  /** The decoded forms of the bad names; no file on disk has them. */
  readonly suspects: ReadonlySet<string>;
  /** Printable forms, e.g. `caf\xe9.txt`. */
  readonly printable: readonly string[];
};

/** The names in a directory that are not valid UTF-8; null if there are none, which costs one pass over the strings. */
export function undecodableNames(directory: string, names: readonly string[]): Undecodable | null {
  if (!names.some((name) => name.includes(REPLACEMENT))) return null;
  const suspects = new Set<string>();
  const printable: string[] = [];
  for (const bytes of readdirSync(directory, { encoding: 'buffer' })) {
    const decoded = bytes.toString('utf8');
    if (!decoded.includes(REPLACEMENT) || Buffer.from(decoded, 'utf8').equals(bytes)) continue;
    suspects.add(decoded);
    printable.push(escapeBytes(bytes));
  }
  return printable.length === 0 ? null : { suspects, printable };
}

function escapeBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
