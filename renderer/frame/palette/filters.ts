/** Search filters: the kind of file, date, owner and location. */
export type Filters = {
  readonly type: keyof typeof EXTENSIONS | 'folder' | null;
  readonly since: keyof typeof DAYS | null;
  /** The owner's id. */
  readonly owner: string | null;
  /** The id of a folder above it, at any depth. */
  readonly folder: string | null;
};

export const noFilters: Filters = { type: null, since: null, owner: null, folder: null };

const EXTENSIONS = {
  document: 'doc,docx,odt,rtf,txt,md,pages',
  sheet: 'xls,xlsx,ods,csv,numbers',
  slides: 'ppt,pptx,odp,key',
  pdf: 'pdf',
  image: 'jpg,jpeg,png,gif,webp,heic,svg,tif,tiff',
  video: 'mp4,mov,avi,mkv,webm',
} as const;

const DAYS = { week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

export const fileKinds = ['folder', 'document', 'sheet', 'slides', 'pdf', 'image', 'video'] as const;
export const periods = ['week', 'month', 'year'] as const;

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
    ...(type === null ? {} : type === 'folder' ? { type } : { file_extensions: EXTENSIONS[type] }),
    ...(since === null ? {} : { updated_at_range: `${dayBefore(nowMs, DAYS[since])},` }),
    ...(owner === null ? {} : { owner_user_ids: owner }),
    ...(folder === null ? {} : { ancestor_folder_ids: folder }),
  };
}

/** Whole days, so that the request stays the same all day and its answer can be cached. */
function dayBefore(nowMs: number, days: number): string {
  const day = new Date(nowMs - days * DAY_MS);
  day.setUTCHours(0, 0, 0, 0);
  return day.toISOString();
}
