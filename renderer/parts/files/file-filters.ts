/** Filters of files: their kind, and when they were changed. */
export const extensionsOf = {
  document: ['doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'pages'],
  sheet: ['xls', 'xlsx', 'ods', 'csv', 'numbers'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'tif', 'tiff'],
  video: ['mp4', 'mov', 'avi', 'mkv', 'webm'],
} as const;

const DAYS = { week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

export type FileKind = keyof typeof extensionsOf | 'folder';
export type Period = keyof typeof DAYS;

export const fileKinds = ['folder', 'document', 'sheet', 'slides', 'pdf', 'image', 'video'] as const;
export const periods = ['week', 'month', 'year'] as const;

/** Whole days, so that a request stays the same all day and its answer can be cached. */
export function periodStartMs(period: Period, nowMs: number): number {
  return new Date(nowMs - DAYS[period] * DAY_MS).setUTCHours(0, 0, 0, 0);
}
