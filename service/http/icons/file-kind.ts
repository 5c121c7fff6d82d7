import { lookup } from 'mime-types';
import { previewKind } from '../pages/links/preview-kind.ts';

/** The file kinds that have an icon. */
export const fileKinds = ['image', 'pdf', 'text', 'audio', 'video', 'archive', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The file kinds that have thumbnails: pictures, and the first pages of PDFs. */
export const drawableKinds: ReadonlySet<FileKind> = new Set(['image', 'pdf']);

/** The kind of a file by its name; its content does not matter. */
export function fileKind(name: string): FileKind {
  const shown = previewKind(name).kind;
  if (shown !== 'none') return shown;
  const mediaType = lookup(name) || '';
  const [family] = mediaType.split('/');
  if (family === 'image' || family === 'audio' || family === 'video') return family;
  return archives.test(mediaType) ? 'archive' : 'other';
}

const archives = /\/(zip|gzip|java-archive|x-(tar|gtar|7z-compressed|bzip2?|rar-compressed|xz|compressed))$/;
