import { crc32 } from 'node:zlib';

export type ZipEntry = { readonly path: string; readonly text: string; readonly changed: string };

/** Entries of an archive with stored (uncompressed) contents, read from its central directory; throws on a wrong checksum. */
export function zipEntries(archive: Buffer): readonly ZipEntry[] {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, size] = [28, 30, 24].map((offset) =>
      archive.readUIntLE(at + offset, offset < 28 ? 4 : 2),
    );
    if (nameLength === undefined || extra === undefined || size === undefined) throw new Error('cut off');
    const path = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    if (crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${path} is damaged`);
    entries.push({ path, text: bytes.toString(), changed: dosTime(archive.readUInt32LE(at + 12)) });
    at += 46 + nameLength + extra;
  }
  return entries;
}

/** Local time of the machine that created it. */
function dosTime(packed: number): string {
  const [date, time] = [packed >>> 16, packed & 0xffff];
  const day = [1980 + (date >>> 9), (date >>> 5) & 15, date & 31].map((part) => String(part).padStart(2, '0'));
  return `${day.join('-')} ${[time >>> 11, (time >>> 5) & 63].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
