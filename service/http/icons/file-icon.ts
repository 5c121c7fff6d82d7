import { type Html, html } from '../pages/html.ts';
import type { FileKind } from './file-kind.ts';

/** An icon of a sheet of paper with a word on it (SVG). */
export function fileIcon(kind: FileKind): Html {
  const { word, colour } = faces[kind];
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="320" height="320" role="img" aria-label="${word}">
<path d="M14 4h26l12 12v44H14z" fill="#ffffff" stroke="#5f6b7a" stroke-width="2" stroke-linejoin="round"/>
<path d="M40 4v12h12" fill="none" stroke="#5f6b7a" stroke-width="2" stroke-linejoin="round"/>
<rect x="8" y="32" width="48" height="16" rx="2" fill="${colour}"/>
<text x="32" y="44" font-family="sans-serif" font-size="11" font-weight="bold" fill="#ffffff" text-anchor="middle">${word}</text>
</svg>
`;
}

/** Each word has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3). */
const faces: Readonly<Record<FileKind, { readonly word: string; readonly colour: string }>> = {
  image: { word: 'Image', colour: '#0b6b3a' },
  pdf: { word: 'PDF', colour: '#a4161a' },
  text: { word: 'Text', colour: '#1d4f91' },
  audio: { word: 'Audio', colour: '#6a1b9a' },
  video: { word: 'Video', colour: '#8a3b00' },
  archive: { word: 'Archive', colour: '#5d4037' },
  other: { word: 'File', colour: '#455a64' },
};
