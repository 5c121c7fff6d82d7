import type { Operation, SentRequestOf } from '../../contract/operation.ts';
import type { ApiClient } from './api-client.ts';
import { leftOutOf, readableOperation } from './requests/readable-form.ts';

/**
 * The same client, reading answers as leniently as what it shows can bear (`readableOperation`). A list that is asked for by marker goes on by
 * offset where the service knows no markers: its first page would look like the whole list.
 */
export function lenientClient(client: ApiClient): ApiClient {
  const readable = new Map<Operation, Operation>();
  const formOf = <O extends Operation>(operation: O): O => {
    const form = readable.get(operation) ?? readableOperation(operation);
    readable.set(operation, form);
    // The map holds each operation's own form.
    return form as O;
  };
  return {
    ...client,
    async call(operation, request, options) {
      const paging = pagingOf(request);
      if (paging === null) return client.call(formOf(operation), request, options);
      const answer = await client.call(formOf(operation), paging.request, options);
      if ('body' in answer && answer.body instanceof Object) leadOn(answer.body, paging.offset);
      return answer;
    },
  };
}

/** A marker of ours, for the page from an offset on. */
const OFFSET_MARKER = /^tandem-offset-(\d+)$/;
const markerAt = (offset: number): string => `tandem-offset-${offset}`;

type Paging<Request> = { readonly request: Request; readonly offset: number };

/** Null: no list by marker, or a later page of one whose service knows markers. */
function pagingOf<O extends Operation>(request: SentRequestOf<O>): Paging<SentRequestOf<O>> | null {
  const { query } = request as { readonly query?: { readonly usemarker?: unknown; readonly marker?: unknown } };
  if (query?.usemarker !== true) return null;
  const { usemarker: _, marker, ...others } = query;
  if (marker === undefined) return { request, offset: 0 };
  const offset = typeof marker === 'string' ? OFFSET_MARKER.exec(marker)?.[1] : undefined;
  if (offset === undefined) return null;
  // An operation with both forms of paging takes an offset instead.
  return { request: { ...request, query: { ...others, offset: Number(offset) } }, offset: Number(offset) };
}

/** Gives a page without a marker, of a list that counts more, the marker of the next one. */
function leadOn(page: object, offset: number): void {
  const { entries, next_marker, total_count } = page as Readonly<Record<string, unknown>>;
  if (!Array.isArray(entries) || typeof next_marker === 'string' || total_count === undefined) return;
  const read = entries.length + leftOutOf(page);
  // The format lets a count be higher than the number of items; an empty page ends the list.
  if (read > 0 && offset + read < Number(total_count)) Object.assign(page, { next_marker: markerAt(offset + read) });
}
