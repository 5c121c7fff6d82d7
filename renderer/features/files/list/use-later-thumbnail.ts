import { useEffect } from 'react';
import { useSession } from '../../../state/bridge/session.ts';

/** The wait doubles with each attempt, up to this many times: a picture that can't be drawn for now is asked for less and less often. */
const MAX_DOUBLINGS = 4;

/**
 * Calls `retry` once a picture that did not load may be there. The event of an image doesn't say why it failed, so the host is asked, in turn
 * with the other thumbnails, while the tile is shown. `address`: the URL of the picture; null while none has failed.
 */
export function useLaterThumbnail(address: string | null, attempt: number, retry: () => void): void {
  const { thumbnails } = useSession();
  useEffect(() => {
    if (address === null) return;
    const hidden = new AbortController();
    let timer: number | undefined;
    const retryLater = async (): Promise<void> => {
      const delayMs = await delayOf(address, hidden.signal);
      endTurn();
      if (delayMs === null || hidden.signal.aborted) return;
      timer = window.setTimeout(retry, delayMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
    };
    const endTurn = thumbnails.take(() => void retryLater());
    return () => {
      hidden.abort();
      window.clearTimeout(timer);
      endTurn();
    };
  }, [address, attempt, retry, thumbnails]);
}

/** How long to wait for the picture, in milliseconds; null: there is none. */
async function delayOf(address: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(address, { signal });
    await answer.body?.cancel();
    if (answer.ok) return 0;
    const seconds = answer.headers.get('retry-after');
    return answer.status === 503 && seconds !== null ? Number(seconds) * 1000 : null;
  } catch {
    // The tile is gone, or the host: a picture is not worth an error.
    return null;
  }
}
