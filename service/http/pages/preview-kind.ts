import { lookup } from 'mime-types';

/** How a file is shown in a page: as a picture, as escaped text, in a frame, or not at all. */
export type PreviewKind =
  | { readonly kind: 'image' | 'pdf'; readonly mediaType: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'none' };

/** Pictures that carry no scripts: SVG is a program, and is shown as the text that it is. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];

/** Texts whose media type does not begin with `text/`. */
const texts =
  /^(application\/(json|xml|javascript|sql|toml|yaml|x-sh|x-httpd-php|rtf|x-subrip)|image\/svg\+xml)$|\+(json|xml)$/;

/** Source texts that the tables of media types take for something else, or do not know. */
const sources =
  /\.(ts|tsx|mts|cts|rs|go|py|rb|kt|swift|scala|sh|bat|ps1|ini|cfg|conf|toml|env|log|lock|gitignore|diff|patch)$/i;

/** How a file of this name is shown. Its content has no say: it comes from whoever uploaded it. */
export function previewKind(name: string): PreviewKind {
  if (sources.test(name)) return { kind: 'text' };
  const mediaType = lookup(name);
  if (mediaType === false) return { kind: 'none' };
  if (pictures.includes(mediaType)) return { kind: 'image', mediaType };
  if (mediaType === 'application/pdf') return { kind: 'pdf', mediaType };
  return mediaType.startsWith('text/') || texts.test(mediaType) ? { kind: 'text' } : { kind: 'none' };
}
