import type { Sentence } from '../../../contract/resources/sentence.ts';
import { say } from '../../../contract/rules/say.ts';
import { parameterRefusal } from '../../domain/refusal.ts';
import type { MarkerRequest, OffsetRequest } from '../../domain/tree/folders/page-of-items.ts';

/** The paging parameters of an item list. */
interface PagingQuery {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly usemarker?: boolean | undefined;
  readonly marker?: string | undefined;
  readonly sort?: OffsetRequest['sort'];
  readonly direction?: OffsetRequest['direction'];
  readonly fields?: readonly string[] | undefined;
}

type PageRequest = ({ readonly form: 'offset' } & OffsetRequest) | ({ readonly form: 'marker' } & MarkerRequest);

/**
 * The form of paging that a query selects.
 * @throws Refusal `invalid_parameter` if it mixes both.
 */
export function pageRequest(query: PagingQuery): PageRequest {
  const { limit, offset, usemarker, marker, sort, direction, fields } = query;
  if (!usemarker) {
    if (marker !== undefined) throw mixed('marker', say`"marker" requires usemarker=true.`);
    return { form: 'offset', limit, offset: offset ?? 0, sort, direction, fields };
  }
  if (offset !== undefined) throw mixed('offset', say`"offset" and usemarker=true cannot be combined.`);
  return { form: 'marker', limit, marker, sort, direction, fields };
}

function mixed(name: string, sentences: readonly Sentence[]) {
  return parameterRefusal('invalid_parameter', name, sentences);
}
