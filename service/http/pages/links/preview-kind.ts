import { lookup } from 'mime-types';

/** How a page shows a file: as a picture, as escaped text, in a frame, or not at all. */
export type PreviewKind =
  | { readonly kind: 'image' | 'pdf'; readonly mediaType: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'none' };

/** Image types without scripts: SVG can contain scripts, so it is shown as text. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'];

/** Text types whose media type does not start with `text/`. */
const texts =
  /^(application\/(json|xml|javascript|sql|toml|yaml|x-sh|x-httpd-php|rtf|x-subrip)|image\/svg\+xml)$|\+(json|xml)$/;

/** Source files that media type tables misclassify or do not know. */
const sources =
  /\.(ts|tsx|mts|cts|rs|go|py|rb|kt|swift|scala|sh|bat|ps1|ini|cfg|conf|toml|env|log|lock|gitignore|diff|patch)$/i;

/** The preview of a file by its name. Its content does not matter, since it is untrusted. */
export function previewKind(name: string): PreviewKind {
  if (sources.test(name)) return { kind: 'text' };
  const mediaType = lookup(name);
  if (mediaType === false) return { kind: 'none' };
  if (pictures.includes(mediaType)) return { kind: 'image', mediaType };
  if (mediaType === 'application/pdf') return { kind: 'pdf', mediaType };
  return mediaType.startsWith('text/') || texts.test(mediaType) ? { kind: 'text' } : { kind: 'none' };
}
