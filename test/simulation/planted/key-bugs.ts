import { KEY_HEADER } from '../../../contract/idempotency.ts';
import type { RawAnswer } from '../../../main/api/requests/answer-form.ts';
import type { Exchange } from '../../../main/api/transport/exchange.ts';

const LOOK_UP = '/2.0/idempotency_keys/';

/** Gives every request the same key. */
export const oneKeyForAll = (line: Exchange): Exchange => ({
  ...line,
  send(request) {
    const { headers } = request;
    const isKeyed = headers[KEY_HEADER] !== undefined;
    return line.send(
      isKeyed ? { ...request, headers: { ...headers, [KEY_HEADER]: 'the-only-key-of-all-requests' } } : request,
    );
  },
});

/** Takes a delete that was withdrawn for done. Other requests have answers that would have to be invented. */
export function withdrawnIsDone(line: Exchange): Exchange {
  const deletes = new Set<string>();
  return {
    ...line,
    async send(request) {
      const key = request.headers[KEY_HEADER];
      if (key !== undefined && request.method === 'DELETE') deletes.add(key);
      const answer = await line.send(request);
      const { pathname } = request.url;
      const asked = pathname.startsWith(LOOK_UP) ? pathname.slice(LOOK_UP.length) : '';
      return answer.status === 204 && deletes.has(asked) ? done(asked) : answer;
    },
  };
}

function done(key: string): RawAnswer {
  const moment = '2026-01-01T00:00:00Z';
  const stored = { type: 'idempotency_key', key, status: 204, headers: {}, body: null };
  const text = JSON.stringify({ ...stored, created_at: moment, expires_at: moment });
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      text: async () => text,
      drop: async () => undefined,
      async *[Symbol.asyncIterator]() {
        yield Buffer.from(text);
      },
    },
  };
}
