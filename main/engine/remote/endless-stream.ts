import { RemoteError } from '../ports/remote.ts';

/** What was read is kept, so a stream that is really that long goes on with the next look. */
const MAX_PAGES = 5_000;

/** @throws RemoteError when a stream has had too many pages. */
export function assertEnds(pages: number): void {
  if (pages < MAX_PAGES) return;
  throw new RemoteError('unexpected', `The service answered ${MAX_PAGES} pages of events without an end.`);
}
