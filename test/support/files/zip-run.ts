import { Readable } from 'node:stream';
import type { ZipPart } from '../../../service/domain/tree/zip-downloads/zip-parts.ts';

const modifiedAt = Date.UTC(2026, 2, 4);
export const fileOf = (name: string, content: AsyncIterable<Uint8Array>, sizeBytes: number): ZipPart => {
  const bytes = content instanceof Readable ? content : Readable.from(content, { objectMode: false });
  return { kind: 'file', path: name, sizeBytes, modifiedAt, bytes };
};

/** A ZIP download of these parts that notes how it ended. */
export function runOf(...parts: readonly (ZipPart | (() => ZipPart))[]) {
  const ends: string[] = [];
  return {
    ends,
    async *parts() {
      for (const part of parts) yield typeof part === 'function' ? part() : part;
    },
    goOn: async () => undefined,
    end: async (state: string) => void ends.push(state),
  };
}

export async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
