import type { Octets } from '../../contract/operation.ts';
import { KnownBytes } from './known-bytes.ts';

/** A body made of an `attributes` part, unless there are none, and a file part, in this order (service-decisions.md 4.2). */
export type MultipartForm = {
  readonly contentType: string;
  /** Bytes of the whole body; null when the content is a stream of unknown length. */
  readonly lengthBytes: number | null;
  /** Makes the body; can be called again only when the content is `KnownBytes`. */
  write(): AsyncGenerator<Uint8Array>;
};

/** The content of a body; `filePart` is the name of the file part. */
export interface MultipartParts {
  /** Undefined: the body has no such part. */
  readonly attributes: unknown;
  readonly content: Octets;
  readonly filePart?: string;
}

/**
 * `boundary` must not occur in the content: 30 random characters make that certain enough (RFC 2046 5.1.1). The file name in
 * the part is ignored by the service, the name stands in the attributes.
 */
export function multipartForm(
  { attributes, content, filePart = 'file' }: MultipartParts,
  boundary: string,
): MultipartForm {
  const head = Buffer.from(
    (attributes === undefined ? '' : attributesPart(attributes, boundary)) +
      `--${boundary}\r\nContent-Disposition: form-data; name="${filePart}"; filename="file"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    lengthBytes: content instanceof KnownBytes ? head.length + content.bytes.length + tail.length : null,
    async *write() {
      yield head;
      yield* content;
      yield tail;
    },
  };
}

function attributesPart(attributes: unknown, boundary: string): string {
  const head = 'Content-Disposition: form-data; name="attributes"\r\nContent-Type: application/json';
  return `--${boundary}\r\n${head}\r\n\r\n${JSON.stringify(attributes)}\r\n`;
}
