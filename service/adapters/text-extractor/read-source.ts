import type { TextSource } from '../../ports/text-extractor.ts';
import { HEAD_BYTES, kindOf, MAX_BYTES } from './content-kind.ts';
import type { TextOrder } from './text-messages.ts';

/** Reads a content as far as its text needs it; null if it has none that can be read. @throws what `open` throws */
export async function readSource({ sizeBytes, open }: TextSource): Promise<TextOrder | null> {
  if (sizeBytes === 0) return null;
  let kind: TextOrder['kind'] | null = null;
  let bytes = new Uint8Array(Math.min(sizeBytes, HEAD_BYTES));
  let filled = 0;
  const take = (chunk: Uint8Array): Uint8Array => {
    const fitting = chunk.subarray(0, bytes.length - filled);
    bytes.set(fitting, filled);
    filled += fitting.length;
    return chunk.subarray(fitting.length);
  };
  for await (const chunk of await open()) {
    const rest = take(chunk);
    if (filled < bytes.length) continue;
    if (kind !== null) break;
    kind = kindOf(bytes);
    if (kind === null || (kind !== 'text' && sizeBytes > MAX_BYTES[kind])) return null;
    const head = bytes;
    bytes = new Uint8Array(Math.min(sizeBytes, MAX_BYTES[kind]));
    bytes.set(head);
    take(rest);
    if (filled === bytes.length) break;
  }
  return kind === null || filled < bytes.length ? null : { kind, bytes };
}
