import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Characters from which a JSON text is stored compressed. */
const packedFrom = 4096;
/** Opens a compressed text. No JSON begins with this letter, so texts that were stored as they are stay readable. */
const packedMark = 'br:';
/** Brotli sees repeated paths across the whole text, where deflate sees 32 kB; this level is as fast as deflate. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

/** A JSON text as it is stored: a large one compressed, in base64 because a text column holds it. */
export function packText(json: string): string {
  if (json.length < packedFrom) return json;
  return `${packedMark}${brotliCompressSync(json, options).toString('base64')}`;
}

/** The JSON text that was stored like this. */
export function unpackText(stored: string): string {
  if (!stored.startsWith(packedMark)) return stored;
  return brotliDecompressSync(Buffer.from(stored.slice(packedMark.length), 'base64')).toString();
}
