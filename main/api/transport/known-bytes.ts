import type { Octets } from '../../../contract/operation.ts';

/** Bytes that are completely in memory. As a request body they are sent with a `Content-Length` and can be resent, unlike a one-time stream. */
export class KnownBytes implements Octets {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    yield this.bytes;
  }
}
