import type { Octets } from '../../../contract/operation.ts';
import { KnownBytes } from '../transport/known-bytes.ts';

/** A body with an optional `attributes` part and a file part, in this order. */
export type MultipartForm = {
  readonly contentType: string;
  /** Length of the whole body in bytes; null if the content is a stream of unknown length. */
  readonly lengthBytes: number | null;
  /** Creates the body. Can be called again only if the content is `KnownBytes`. */
  write(): AsyncGenerator<Uint8Array>;
};

/** The content of a body; `filePart` is the name of the file part. */
export interface MultipartParts {
  /** Undefined: no such part. */
  readonly attributes: unknown;
  readonly content: Octets;
  readonly filePart?: string;
}

/**
 * `boundary` must not occur in the content: 30 random characters are sufficient (RFC 2046 5.1.1). The service ignores the part's file name; the
 * name is in the attributes.
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
