import type { Octets } from '../../contract/operation.ts';

/**
 * Bytes that are in memory as a whole: as a request body they go out with a `Content-Length` and can be sent again, which a
 * stream that exists once cannot.
 */
export class KnownBytes implements Octets {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    yield this.bytes;
  }
}
