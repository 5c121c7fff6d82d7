import { RemoteError } from '../../ports/remote/remote.ts';

/** Pages already read are kept, so a stream that really is this long continues with the next catch-up. */
const MAX_PAGES = 5_000;

/** @throws RemoteError when a stream has had too many pages. */
export function assertEnds(pages: number): void {
  if (pages < MAX_PAGES) return;
  throw new RemoteError('unexpected', `The service answered ${MAX_PAGES} pages of events without an end.`);
}
