import type { Octets } from '../../../contract/operation.ts';
import type { ContentHeaders } from './content-headers.ts';

/** `body` null: headers only. */
export type ContentAnswer = {
  readonly status: number;
  readonly headers: ContentHeaders;
  readonly body: Octets | null;
};
