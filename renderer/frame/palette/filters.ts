import { extensionsOf, type FileKind, type Period, periodStartMs } from '../../parts/files/file-filters.ts';
import { utcMoment } from '../../texts/dates.ts';

/** A chosen person. */
export type Chosen = { readonly id: string; readonly label: string };

/** Search filters: the kind of file, date, owner and location. */
export type Filters = {
  readonly type: FileKind | null;
  readonly since: Period | null;
  readonly owner: Chosen | null;
  /** The id of a folder above it, at any depth. */
  readonly folder: string | null;
};

export const noFilters: Filters = { type: null, since: null, owner: null, folder: null };

type SearchFields = {
  readonly query: string;
  readonly type?: 'folder';
  readonly file_extensions?: string;
  readonly updated_at_range?: string;
  readonly owner_user_ids?: string;
  readonly ancestor_folder_ids?: string;
};

/** The request to the service; null: nothing to search for. `nowMs`: the reference time of "since". */
export function searchRequest(query: string, filters: Filters, nowMs = Date.now()): SearchFields | null {
  if (query === '') return null;
  const { type, since, owner, folder } = filters;
  return {
    query,
    ...(type === null ? {} : type === 'folder' ? { type } : { file_extensions: extensionsOf[type].join() }),
    ...(since === null ? {} : { updated_at_range: `${utcMoment(periodStartMs(since, nowMs))},` }),
    ...(owner === null ? {} : { owner_user_ids: owner.id }),
    ...(folder === null ? {} : { ancestor_folder_ids: folder }),
  };
}
